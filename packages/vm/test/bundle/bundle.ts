import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A program as a page would load it: files by name, and which of them its first file needs at once. */
export interface Bundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The first file, and what it imports without being asked. */
  readonly initial: readonly string[];
  /** What its parts load later, each with what comes along, by the name of the source that is asked for. */
  readonly later: ReadonlyMap<string, readonly string[]>;
}

/** Bundles a program that imports this package. */
export async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    format: "esm",
    target: "es2023",
    conditions: ["@ledger/source"],
    entryNames: "main",
    outdir: "/",
    write: false,
  });
  const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  /** A file and what it imports without being asked. */
  const withImports = (first: string): Set<string> => {
    const found = new Set([first]);
    for (const name of found) {
      for (const { path, kind } of outputs.get(name)!.imports) if (kind === "import-statement") found.add(nameOf(path));
    }
    return found;
  };
  const initial = withImports("main.js");
  const later = new Map<string, readonly string[]>();
  for (const [name, { entryPoint }] of outputs) {
    if (entryPoint === undefined || name === "main.js") continue;
    later.set(
      nameOf(entryPoint),
      [...withImports(name)].filter((file) => !initial.has(file)),
    );
  }
  const files = new Map(outputFiles.map(({ path, contents }) => [nameOf(path), contents]));
  return { files, initial: [...initial], later };
}

/** Bytes of some files, compressed. */
function gzipSize({ files }: Bundle, names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(files.get(name)!, { level: 9 }).length, 0);
}

/** Something that a page may load, with its size and the most that it may be. */
export interface BundleSize {
  readonly name: string;
  readonly gzip: number;
  readonly limit: number;
}

const machine = `import { MoveVm, callFunction, createEnvironment, createUnmeteredGas, voidContext } from "@ledger/vm";`;
const use = "console.log(MoveVm, callFunction, createEnvironment, createUnmeteredGas, voidContext";

/** Measures what the README says. */
export async function readSizes(): Promise<BundleSize[]> {
  const bare = await bundle(`${machine} ${use});`);
  const full = await bundle(
    `${machine} import { frameworkNatives } from "@ledger/vm/natives"; ${use}, frameworkNatives);`,
  );
  const later = [...full.files.keys()].filter((name) => !full.initial.includes(name));
  const families = [...full.later].map(([source, files]) => ({
    name: `  of it ${source}, with what it shares with others`,
    gzip: gzipSize(full, files),
    limit: 40_000,
  }));
  return [
    { name: "the machine", gzip: gzipSize(bare, bare.initial), limit: 79_200 },
    { name: "the machine with natives", gzip: gzipSize(full, full.initial), limit: 99_700 },
    { name: "cryptography, loaded when it is reached", gzip: gzipSize(full, later), limit: 60_000 },
    ...families,
  ];
}
