import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "@ledger/vm";
import type { Deployment } from "../network/requests.ts";

/**
 * Reads what the CLI or the compiler has built: `package-metadata.bcs` (the CLI writes it with `--save-metadata`),
 * `bytecode_modules`, and for coverage `source_maps` and `sources` where they are there.
 *
 * @param folder - the package's folder in `build`, e.g. `build/Shop`
 * @returns what `deploy` takes besides the sender; sources are named as in the package's own `sources`, where the text is still the same
 * @throws Error when the folder holds no built package, or one without its metadata
 */
export async function readPackage(folder: string | URL): Promise<Omit<Deployment, "sender">> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  const modules = await readAll(join(path, "bytecode_modules"), ".mv");
  if (modules.size === 0) throw new Error(`${path} is not the folder of a built package: it has no bytecode_modules`);
  const metadata = await readFile(join(path, "package-metadata.bcs")).catch((cause: unknown) => {
    throw new Error(`${path} has no package-metadata.bcs: compile the package with --save-metadata`, { cause });
  });
  const sourceMaps = await readAll(join(path, "source_maps"), ".mvsm");
  const sources = await readSources(path);
  return {
    metadata: new Uint8Array(metadata),
    modules: [...modules.values()],
    ...(sourceMaps.size > 0 && { maps: { sourceMaps, sources } }),
  };
}

/** Files of a folder by their names without the ending; those of packages that it depends on are in folders of their own. */
async function readAll(folder: string, ending: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
    files.set(entry.name.slice(0, -ending.length), new Uint8Array(await readFile(join(folder, entry.name))));
  }
  return files;
}

/** The compiler copies what it has read. Reports shall name the files that people edit. */
async function readSources(built: string): Promise<SourceFile[]> {
  const folder = join(built, "sources");
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sources: SourceFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".move")) continue;
    const copy = join(entry.parentPath, entry.name);
    const name = relative(folder, copy);
    if (name.startsWith("dependencies")) continue;
    const text = await readFile(copy, "utf8");
    const original = join(built, "../../sources", name);
    const isSame = (await readFile(original, "utf8").catch(() => undefined)) === text;
    sources.push({ path: isSame ? original : copy, text });
  }
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}
