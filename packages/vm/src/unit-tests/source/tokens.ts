import type { SourceFile, SourcePlace } from "../../trace/source-map.ts";

/** A word, number, text or mark of Move. */
export interface Token {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Comments and white space, texts, words and numbers, paths, any other mark. */
const pattern = /\s+|\/\/[^\n]*|\/\*|[bx]?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w]*|::|./gsu;

/** Cuts Move source into its tokens, comments left out. It never fails: what the compiler has refused does not get here. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let [token] = match;
    if (token === "/*") {
      const end = endOfComment(text, pattern.lastIndex);
      token = text.slice(match.index, end);
      pattern.lastIndex = end;
    } else if (!/^(?:\s|\/\/)/.test(token)) {
      tokens.push({ text: token, line });
    }
    line += token.split("\n").length - 1;
  }
  return tokens;
}

/** Comments may hold comments. */
function endOfComment(text: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

const groups: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** Among types, `<` never compares. */
const groupsOfTypes: typeof groups = { ...groups, "<": ">" };

/** Reads the tokens of a file one by one. Beyond the end every token is empty. */
export class TokenReader {
  readonly #file: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor({ path, text }: SourceFile) {
    this.#file = path;
    this.#tokens = tokensOf(text);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next token, which is not taken. */
  get next(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  /** The place of the next token. */
  get place(): SourcePlace {
    return { file: this.#file, line: this.#tokens[this.#at]?.line ?? 1 };
  }

  take(): string {
    return this.#tokens[this.#at++]?.text ?? "";
  }

  /** Takes a token if it is the next. */
  skip(text: string): boolean {
    if (this.next !== text) return false;
    this.#at++;
    return true;
  }

  /** Takes what comes before one of some marks, whole groups of brackets included. The mark stays. */
  takeUntil(...marks: readonly string[]): string[] {
    return this.#takeGroups(groups, marks);
  }

  /** The same where a type comes: `<` and `>` are brackets too. */
  takeTypeUntil(...marks: readonly string[]): string[] {
    return this.#takeGroups(groupsOfTypes, marks);
  }

  #takeGroups(brackets: typeof groups, marks: readonly string[]): string[] {
    const taken: string[] = [];
    const open: string[] = [];
    while (!this.isAtEnd && (open.length > 0 || !marks.includes(this.next))) {
      const token = this.take();
      taken.push(token);
      if (token === open.at(-1)) open.pop();
      else if (Object.hasOwn(brackets, token)) open.push(brackets[token]!);
    }
    return taken;
  }
}
