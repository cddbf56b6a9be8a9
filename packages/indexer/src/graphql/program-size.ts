/** Instructions that a class of a script or category, as `\p{Greek}`, counts as: it is looked up among many ranges. */
const categorySize = 10;

/** Instructions that make one occurrence optional. */
const optional = 1;

/** Instructions that a group or a repetition adds. */
const overhead = 2;

/**
 * The instructions that a regular expression compiles to, at most: each repetition is written out as often as it may occur. Counted on
 * the text alone, since a program that is too large must not be made.
 *
 * @param pattern - in the syntax of RE2; one that is no regular expression has a size, too
 */
export function programSize(pattern: string): number {
  return new SizeReader(pattern).alternatives();
}

class SizeReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** The size of all up to the end of the group. */
  alternatives(): number {
    let size = overhead;
    let last = 0;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ")") {
      const next = this.#pattern[this.#at]!;
      const counted = next === "{" ? this.#match(/\{(\d*)(,?)(\d*)\}/y) : undefined;
      if (counted !== undefined) {
        last = (last + optional) * Math.max(1, Number(counted[1]), Number(counted[3])) + overhead;
      } else if ("*+?|".includes(next)) {
        last += overhead;
        this.#at++;
      } else {
        size += last;
        last = this.#part(next);
      }
    }
    return size + last;
  }

  #part(first: string): number {
    if (first === "(") {
      this.#match(/\((?:\?P?<[^>]*>|\?[a-zA-Z-]*:?)?/y);
      const size = this.alternatives() + overhead;
      this.#at++;
      return size;
    }
    if (first === "[")
      return this.#match(/\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]])*\]?/y)![0].includes("\\p") ? categorySize : 1;
    const quoted = this.#match(/\\Q([\s\S]*?)(?:\\E|$)/y);
    if (quoted !== undefined) return quoted[1]!.length;
    if (this.#match(/\\[pP](?:\{[^}]*\}|.)/y) !== undefined) return categorySize;
    this.#match(/\\?[\s\S]/y);
    return 1;
  }

  /** Passes what an expression finds here. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    if (found !== undefined) this.#at = expression.lastIndex;
    return found;
  }
}
