import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** Members of a `package.json` that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
  readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
  readonly license?: string;
  readonly author?: string;
  readonly type?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly engines?: { readonly node?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
}

/** A package that is published. */
export interface Package {
  /** From the repository's root, e.g. `packages/bcs`. */
  readonly path: string;
  readonly manifest: Manifest;
}

/** Reads the manifest in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Lists the packages that are published, by path. */
export function listPublished(repository: string = root): Package[] {
  return ["apps", "packages"].flatMap((group) =>
    readdirSync(join(repository, group))
      .sort()
      .map((name) => `${group}/${name}`)
      .filter((path) => existsSync(join(repository, path, "package.json")))
      .map((path) => ({ path, manifest: readManifest(join(repository, path)) }))
      .filter(({ manifest }) => manifest.private !== true),
  );
}
