import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Address, parseAddress } from "@ledger/types";
import type { SourceFile } from "@ledger/vm";
import type { CompiledModule, TestBuild } from "../unit-tests/test-package.ts";

/** A folder or file. */
export type FilePath = string | URL;

/**
 * Reads a package that was compiled in test mode, with the packages that it depends on. It answers at once, since tests are declared
 * while a file is loaded.
 *
 * @param folder - the package's folder in `build`, e.g. `build/Shop`
 * @param sources - folders and files of the package's sources; what the compiler has copied when absent
 * @throws Error when the folder holds no package that was compiled in test mode
 */
export function readTestBuild(folder: FilePath, sources?: readonly FilePath[]): TestBuild {
  const path = toPath(folder);
  const compiled = filesIn(join(path, "bytecode_modules"), ".mv");
  if (compiled.length === 0)
    throw new Error(`${path} is not the folder of a built package: it has no bytecode_modules`);
  const info = readFileSync(join(path, "BuildInfo.yaml"), { encoding: "utf8" });
  if (/^\s+test_mode: false$/m.test(info))
    throw new Error(`${path} is not compiled in test mode: run the compiler's tests`);
  const isDependency = (file: string) => file.includes(`${sep}dependencies${sep}`);
  const copied = filesIn(join(path, "sources"), ".move");
  const own =
    sources?.flatMap((source) => filesIn(toPath(source), ".move")) ?? copied.filter((file) => !isDependency(file));
  return {
    modules: new Map(
      compiled.filter((file) => !isDependency(file)).map((file) => [basename(file, ".mv"), readModule(file)]),
    ),
    dependencies: compiled.filter(isDependency).map(readModule),
    addresses: readAddresses(info),
    sources: readSources(own),
    dependencySources: readSources(copied.filter(isDependency)),
  };
}

function toPath(path: FilePath): string {
  return path instanceof URL ? fileURLToPath(path) : resolve(path);
}

/** Files of a folder and those in it, or the file itself. Nothing where there is none. */
function filesIn(path: string, ending: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(path, name));
}

function readModule(file: string): CompiledModule {
  const map = file.replace(`${sep}bytecode_modules${sep}`, `${sep}source_maps${sep}`).replace(/\.mv$/, ".mvsm");
  const hasMap = statSync(map, { throwIfNoEntry: false }) !== undefined;
  return {
    bytecode: new Uint8Array(readFileSync(file)),
    ...(hasMap && { sourceMap: new Uint8Array(readFileSync(map)) }),
  };
}

/** Of a file with several modules the compiler makes as many copies. */
function readSources(files: readonly string[]): SourceFile[] {
  const byText = new Map<string, SourceFile>();
  for (const path of files) {
    const text = readFileSync(path, "utf8");
    if (!byText.has(text)) byText.set(text, { path, text });
  }
  return [...byText.values()];
}

/** The names that the compiler knew addresses by: the entries of one map in its record. */
function readAddresses(info: string): ReadonlyMap<string, Address> {
  const [, block = ""] = /^ {2}address_alias_instantiation:\n((?: {4}.*\n)*)/m.exec(info) ?? [];
  const entries = block.matchAll(/^ {4}(\w+): "?([\da-f]{1,64})"?$/gim);
  return new Map([...entries].map(([, name, hex]) => [name!, parseAddress(`0x${hex}`)]));
}
