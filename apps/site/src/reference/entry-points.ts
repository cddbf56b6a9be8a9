import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry point of a published package. */
export interface EntryPoint {
  /** As it is imported, without the scope: `state-store/sqlite`. */
  readonly name: string;
  /** Its source file. */
  readonly file: string;
  /** The purpose of its package, from the manifest. */
  readonly description: string;
}

interface Manifest {
  readonly private?: boolean;
  readonly description?: string;
  readonly exports?: Readonly<Record<string, string | { readonly "@ledger/source"?: string }>>;
}

/** Lists what can be imported from the packages that are published. @param root - the repository's folder */
export function listEntryPoints(root: string): EntryPoint[] {
  const folder = join(root, "packages");
  return readdirSync(folder).flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, targets]) => {
      const source = typeof targets === "string" ? undefined : targets["@ledger/source"];
      if (source === undefined) return [];
      const file = join(folder, name, source);
      return [
        { name: [name, ...subpath.split("/").slice(1)].join("/"), file, description: manifest.description ?? "" },
      ];
    });
  });
}
