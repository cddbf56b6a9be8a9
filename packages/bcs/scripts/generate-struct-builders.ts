// Writes src/internal/struct-builders.ts. With --check: fails if the file is not what this script would write.
import { readFileSync, writeFileSync } from "node:fs";

const COPIES = 16;
const UNROLLED = 8;

const target = new URL("../src/internal/struct-builders.ts", import.meta.url);
const each = (make: (i: number) => string, separator: string): string =>
  Array.from({ length: UNROLLED }, (_, i) => make(i)).join(separator);

const head = `// Made by scripts/generate-struct-builders.ts: change that, then run \`pnpm generate\`.
//
// The engine optimises a function for the names and the calls it has seen in that function, wherever it was called from. One
// function that builds all structs sees them all, and settles for a look-up per field. A copy per struct sees one shape: fields
// become plain stores and the calls are inlined, which makes reading structs about a third faster. Copies of the source are the
// only way to have that without generating code at run time, which strict pages forbid; compressed they take next to nothing.
import { BcsError } from "../errors.ts";
import type { Reader } from "../reader.ts";

/** Reads one value. */
export type Read = (reader: Reader) => unknown;

type Members = Record<string, unknown>;
type Unrolled<T> = readonly [${each(() => "T", ", ")}];

/** Lets a function be called with \`new\`, to make objects that are as plain as literals. */
function toConstructor(fill: (this: Members, reader: Reader) => void): new (reader: Reader) => Members {
  fill.prototype = Object.prototype;
  // The language allows this, its types do not.
  return fill as unknown as new (
    reader: Reader,
  ) => Members;
}
`;

const builder = (copy: number): string => `
function makeBuilder${copy}(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [${each((i) => `k${i}`, ", ")}] = keys as unknown as Unrolled<string>;
  const [${each((i) => `r${i}`, ", ")}] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
${each((i) => `      if (length > ${i}) this[k${i}] = r${i}(reader);`, "\n")}
      for (let i = ${UNROLLED}; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}
`;

const tail = `
const own = [
${Array.from({ length: COPIES - 1 }, (_, i) => `  makeBuilder${i + 1},`).join("\n")}
];

/** Makes a function that reads a struct's fields into an object, by code that all structs share. */
export const makeSharedBuilder: typeof makeBuilder0 = makeBuilder0;

/** The same by code of its own, while there are copies left. */
export function makeOwnBuilder(
  keys: readonly string[],
  reads: readonly Read[],
): ((reader: Reader) => Members) | undefined {
  return own.pop()?.(keys, reads);
}
`;

const wanted = head + Array.from({ length: COPIES }, (_, i) => builder(i)).join("") + tail;
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== wanted) {
    process.stderr.write("src/internal/struct-builders.ts is out of date: run `pnpm generate`\n");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, wanted);
}
