import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { SourceFile } from "@ledger/vm";
import type { Deployment } from "../network/requests.ts";

/**
 * Reads what the CLI or the compiler has built: `package-metadata.bcs`, `bytecode_modules`, and for coverage `source_maps` and
 * `sources` where they are there.
 *
 * @param folder - the package's folder in `build`, e.g. `build/Shop`
 * @returns what `deploy` takes besides the sender
 * @throws Error when the folder holds no built package
 */
export async function readPackage(folder: string): Promise<Omit<Deployment, "sender">> {
  const modules = await readAll(join(folder, "bytecode_modules"), ".mv");
  if (modules.size === 0) throw new Error(`${folder} holds no built package: it has no bytecode_modules`);
  const sourceMaps = await readAll(join(folder, "source_maps"), ".mvsm");
  const sources = await readSources(join(folder, "sources"));
  return {
    metadata: await readFile(join(folder, "package-metadata.bcs")),
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

async function readSources(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sources: SourceFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".move")) continue;
    const path = join(entry.parentPath, entry.name);
    if (relative(folder, path).startsWith("dependencies")) continue;
    sources.push({ path, text: await readFile(path, "utf8") });
  }
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}
