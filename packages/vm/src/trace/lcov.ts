import type { SourceMap } from "./source-map.ts";

/** The counts of a module whose sources are known. */
export interface MappedCounts {
  /** `0x1::coin` */
  readonly module: string;
  readonly source: SourceMap;
  /** Names of its functions. */
  readonly names: readonly string[];
  /** How often each was entered. */
  readonly calls: readonly number[];
  /** By function: how often each instruction has run. */
  readonly hits: readonly Uint32Array[];
  /** Names of functions that do not count. */
  readonly leftOut: ReadonlySet<string>;
}

/** The counts of a file. */
interface FileCounts {
  readonly functions: { readonly name: string; readonly line: number; readonly calls: number }[];
  readonly lines: Map<number, number>;
}

/**
 * Writes lcov's format: a record for each file, with the code that all modules have from it. A line ran as often as the
 * instruction of it that ran most.
 *
 * @see https://manpages.debian.org/unstable/lcov/geninfo.1, "Tracefile format"
 */
export function writeLcov(modules: Iterable<MappedCounts>): string {
  const files = new Map<string, FileCounts>();
  const fileOf = (name: string): FileCounts => {
    const file = files.get(name) ?? { functions: [], lines: new Map() };
    files.set(name, file);
    return file;
  };
  for (const { module, source, names, calls, hits, leftOut } of modules) {
    names.forEach((name, i) => {
      if (leftOut.has(name)) return;
      const declared = source.declarationOf(i);
      if (declared !== undefined) {
        const { functions } = fileOf(declared.file);
        functions.push({ name: `${module}::${name}`, line: declared.line, calls: calls[i]! });
      }
      hits[i]!.forEach((count, offset) => {
        const place = source.placeOf(i, offset);
        if (place === undefined) return;
        const { lines } = fileOf(place.file);
        lines.set(place.line, Math.max(count, lines.get(place.line) ?? 0));
      });
    });
  }
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, counts]) => `${record(name, counts).join("\n")}\n`).join("");
}

function record(file: string, { functions, lines }: FileCounts): string[] {
  const declared = functions.sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1));
  const data = [...lines].sort(([a], [b]) => a - b);
  return [
    "TN:",
    `SF:${file}`,
    ...declared.map(({ line, name }) => `FN:${line},${name}`),
    ...declared.map(({ calls, name }) => `FNDA:${calls},${name}`),
    `FNF:${declared.length}`,
    `FNH:${declared.filter(({ calls }) => calls > 0).length}`,
    ...data.map(([line, count]) => `DA:${line},${count}`),
    `LF:${data.length}`,
    `LH:${data.filter(([, count]) => count > 0).length}`,
    "end_of_record",
  ];
}
