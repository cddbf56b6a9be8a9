import type { Package } from "./workspace.ts";

/** Which published packages ship the code of others inside their own files: those with a `bundle` script. */
export function findBundled(packages: readonly Package[]): Map<string, Set<string>> {
  const published = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));
  const visit = (name: string, seen: Set<string>): Set<string> => {
    const manifest = published.get(name);
    if (manifest === undefined) return seen;
    const bundles = manifest.scripts?.bundle !== undefined;
    // Of a bundle, what it is built from are development dependencies; of a library they are its tests' only.
    const next = { ...manifest.dependencies, ...(bundles ? manifest.devDependencies : {}) };
    for (const dependency of Object.keys(next)) {
      if (!published.has(dependency) || seen.has(dependency)) continue;
      seen.add(dependency);
      visit(dependency, seen);
    }
    return seen;
  };
  return new Map(
    [...published.values()]
      .filter(({ scripts }) => scripts?.bundle !== undefined)
      .map(({ name }) => [name, visit(name, new Set())]),
  );
}

type Bump = "patch" | "minor" | "major";

/**
 * Adds to a changeset the packages that bundle what it changes, so that a fix in a library is released, and announced, to those
 * who run the node.
 *
 * @param changeset - text of a `.changeset/*.md` file
 * @param bundled - for each bundling package the names of what it ships
 * @returns the text; as it was where nothing is missing. A package that is added gets the largest bump of what it ships, but
 *   no major one: what breaks callers of a library breaks no user of the node. Where it does, the changeset names the node.
 */
export function nameBundlers(changeset: string, bundled: ReadonlyMap<string, ReadonlySet<string>>): string {
  const head = /^---\r?\n([\s\S]*?)^---\r?$/m.exec(changeset);
  if (head === null) return changeset;
  const named = new Map(
    [...(head[1] ?? "").matchAll(/^["']?([^"'\s:]+)["']?\s*:\s*(patch|minor|major)\s*$/gm)].map(
      ([, name = "", bump]) => [name, bump as Bump],
    ),
  );
  const added = [...bundled]
    .filter(([bundler]) => !named.has(bundler))
    .map(([bundler, contents]) => ({
      bundler,
      bumps: [...named].filter(([name]) => contents.has(name)).map(([, bump]) => bump),
    }))
    .filter(({ bumps }) => bumps.length > 0)
    .map(({ bundler, bumps }) => `"${bundler}": ${bumps.every((bump) => bump === "patch") ? "patch" : "minor"}\n`);
  return changeset.replace(head[0], head[0].replace(/---\r?$/, `${added.join("")}---`));
}
