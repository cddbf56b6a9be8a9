// The examples as their users get them: with manifests that npm understands.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";

type Ranges = Readonly<Record<string, string>>;

/** Made by installing and running them. */
const made = new Set(["node_modules", "coverage", "dist", ".cache", ".turbo"]);

/**
 * Copies the projects of a folder, each with a manifest that can be installed anywhere.
 *
 * @param from - the repository's examples
 * @param to - made anew
 * @throws Error for a dependency whose version the repository does not know
 */
export function copyExamples(from: string, to: string): void {
  const ranges = readRanges(join(from, ".."));
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!statSync(source).isDirectory()) continue;
    cpSync(source, target, { recursive: true, filter: (path) => !made.has(basename(path)) });
    // Pages of the repository are where the project comes from.
    const readme = join(target, "README.md");
    writeFileSync(readme, readFileSync(readme, "utf8").replaceAll("](../../", `](${ranges.pages}`));
    writeFileSync(join(target, "package.json"), ranges.resolve(readFileSync(join(source, "package.json"), "utf8")));
  }
}

interface KnownRanges {
  /** Address of the repository's files. */
  readonly pages: string;
  readonly resolve: (manifest: string) => string;
}

function readRanges(root: string): KnownRanges {
  const readManifest = (folder: string) =>
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly homepage: string;
    };
  const { catalog } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as { readonly catalog: Ranges };
  const packages = readdirSync(join(root, "packages")).map((name) => readManifest(join(root, "packages", name)));
  const own = Object.fromEntries(packages.map(({ name, version }) => [name, `^${version}`]));
  const rangeOf = (name: string, range: string): string => {
    if (!/^(?:workspace|catalog):/.test(range)) return range;
    const known = (range.startsWith("workspace:") ? own : catalog)[name];
    if (known === undefined) throw new Error(`an example needs ${name} ${range}, whose version nothing says`);
    return known;
  };
  const resolve = (manifest: string): string => {
    const { dependencies, devDependencies, ...rest } = JSON.parse(manifest) as Readonly<Record<string, Ranges>>;
    const resolved = Object.entries({ dependencies, devDependencies }).flatMap(([kind, ranges]) =>
      ranges === undefined
        ? []
        : [[kind, Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, rangeOf(name, range)]))]],
    );
    return `${JSON.stringify({ ...rest, ...Object.fromEntries(resolved) }, undefined, 2)}\n`;
  };
  return { pages: `${readManifest(root).homepage.replace(/#.*$/, "")}/blob/main/`, resolve };
}
