// How long does the compiler take for a schema of 300 types? Prints time, memory and counts of `tsc --extendedDiagnostics`.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const typeCount = 300;
const folder = new URL("../.cache/types-cost/", import.meta.url);
mkdirSync(folder, { recursive: true });

let source = `import { type Infer, bytes, enumeration, map, option, string, struct, tuple, u8, u64, unit, vector } from "@ledger/bcs";\n`;
for (let i = 0; i < typeCount; i++) {
  const before = i === 0 ? "u8" : `T${i - 1}`;
  source +=
    i % 3 === 2
      ? `export const T${i} = enumeration("T${i}", { None: unit, Bytes: bytes, Pair: tuple([u8, string]), Before: ${i % 30 === 2 ? "u8" : before} });\n`
      : `export const T${i} = struct("T${i}", { id: u64, name: string, tags: vector(string), before: option(${i % 30 === 0 ? "u8" : before}), counts: map(string, u64) });\n`;
  source += `export type T${i} = Infer<typeof T${i}>;\nexport const encode${i} = (value: T${i}) => T${i}.encode(value);\n`;
}
writeFileSync(new URL("schema.ts", folder), source);
writeFileSync(
  new URL("tsconfig.json", folder),
  JSON.stringify({
    extends: "../../test/tsconfig.json",
    compilerOptions: { rootDir: "../../../..", types: [] },
    include: ["schema.ts"],
  }),
);
const compiler = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
const args = ["-p", fileURLToPath(folder), "--extendedDiagnostics"];
const output = execFileSync(compiler, args, { encoding: "utf8" });
const wanted = /^(Files|Types|Instantiations|Memory used|Check time|Total time):/;
process.stdout.write(`${typeCount} types, imported from the sources:\n`);
process.stdout.write(
  `${output
    .split("\n")
    .filter((line) => wanted.test(line))
    .join("\n")}\n`,
);
