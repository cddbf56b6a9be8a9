import type { Source } from "./source.ts";

/** Lines of a block. */
const size = 6;
/** Lines of a block that may be data before it counts as a table. */
const mostData = 2;

interface Line {
  readonly text: string;
  readonly number: number;
}

/** Literals, members of a list or record, cases of a union, and brackets alone. */
const data = /^(["'`[{|\]})(;,]|-?\d|[\w$]+\??: |readonly |export (\*|\{|type \{)|case |[A-Za-z_$][\w$]*,?$)/;

/**
 * Blocks of six lines that stand in two places. Imports, blank lines, comments and tables of data do not count; a longer repetition
 * counts once.
 *
 * @returns one line a block: both places
 */
export function repeatedBlocks(sources: readonly Source[]): string[] {
  const first = new Map<string, string>();
  const found: string[] = [];
  for (const source of sources) {
    const lines = codeLines(source);
    let repeats = false;
    for (let at = 0; at + size <= lines.length; at++) {
      const block = lines.slice(at, at + size);
      const key = block.map(({ text }) => text).join("\n");
      const place = `${source.path}:${block[0]!.number}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, place);
      const isRepeated = other !== undefined && block.filter(({ text }) => data.test(text)).length <= mostData;
      if (isRepeated && !repeats) found.push(`${place} is ${other}`);
      repeats = isRepeated;
    }
  }
  return found;
}

function codeLines({ program, lines, text }: Source): Line[] {
  const imported = new Set<number>();
  const { body } = program as unknown as {
    readonly body: readonly { readonly type: string; readonly start: number; readonly end: number }[];
  };
  for (const { type, start, end } of body) {
    if (type !== "ImportDeclaration") continue;
    const from = text.slice(0, start).split("\n").length;
    const count = text.slice(start, end).split("\n").length;
    for (let line = from; line < from + count; line++) imported.add(line);
  }
  return lines.flatMap((line, i) => {
    const trimmed = line.trim();
    return trimmed === "" || imported.has(i + 1) ? [] : [{ text: trimmed, number: i + 1 }];
  });
}
