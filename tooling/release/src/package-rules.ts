import { posix } from "node:path";
import type { Manifest, Package } from "./workspace.ts";

/** A package as its users get it. */
export interface Packed extends Package {
  /** The manifest in the tarball; `manifest` is the one in the repository. */
  readonly packed: Manifest;
  /** Contents by path in the tarball. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Facts that a rule compares a package with. */
export interface Repository {
  readonly manifest: Manifest;
  /** Paths that exist in the repository, from its root. */
  readonly exists: (path: string) => boolean;
}

type Rule = (one: Packed, repository: Repository) => readonly string[];

/** Bytes of all files; more is a sign of something that does not belong there. */
const mostBytes: Readonly<Record<string, number>> = {
  // With the explorer, whose pages prove what they show: it holds the machine and its cryptography.
  "ledger-node": 13 << 20,
  "@ledger/explorer": 4 << 20,
  // Sources, code, declarations and maps of every route.
  "@ledger/api-core": 4 << 20,
  // A framework of 2.4 MB, already compressed.
  "@ledger/local-chain": 6 << 20,
};
const mostBytesElsewhere = 3 << 20;

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Members that a registry's page, a search and a tool ask for. */
const describes: Rule = ({ path, packed }, { manifest: root }) => {
  const home = root.homepage?.replace(/#.*$/, "");
  const wanted: readonly (readonly [string, unknown, unknown])[] = [
    ["license", packed.license, root.license],
    ["author", packed.author, root.author],
    ["bugs.url", packed.bugs?.url, root.bugs?.url],
    ["repository.url", packed.repository?.url, root.repository?.url],
    ["repository.directory", packed.repository?.directory, path],
    ["homepage", packed.homepage, `${home}/tree/main/${path}#readme`],
    ["type", packed.type, "module"],
    ["publishConfig.access", packed.publishConfig?.access, "public"],
    ["publishConfig.provenance", packed.publishConfig?.provenance, true],
  ];
  const problems = wanted
    .filter(([, found, value]) => value === undefined || found !== value)
    .map(([field, found, value]) => `${field} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
  if ((packed.description ?? "").length < 20) problems.push("description says too little");
  if ((packed.keywords ?? []).length < 3) problems.push("keywords are fewer than three");
  if (packed.engines?.node === undefined) problems.push("engines.node is missing");
  if (packed.sideEffects === undefined) problems.push("sideEffects is missing");
  return problems;
};

/** Nothing in the manifest that only this repository understands, or that runs on a user's machine. */
const standsAlone: Rule = ({ packed }) => {
  const problems: string[] = [];
  if (packed.devDependencies !== undefined) problems.push("devDependencies are published");
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
    if (packed.scripts?.[name] !== undefined) problems.push(`the script ${name} would run where it is installed`);
  }
  const ranges = Object.entries({ ...packed.dependencies, ...packed.peerDependencies });
  for (const [name, range] of ranges) {
    if (/^(workspace|catalog|link|file):/.test(range)) problems.push(`${name} is ${range}, which nobody can install`);
    else if (/^\d/.test(range)) problems.push(`${name} is pinned to ${range}: no fix of it reaches a user`);
  }
  return problems;
};

const documents = ["package.json", "README.md", "LICENSE"] as const;

/** Files that must be in a tarball, and nothing else. */
const holdsWhatIsNeeded: Rule = ({ path, files, packed }, { exists }) => {
  const problems: string[] = documents
    .filter((name) => !files.has(name))
    .map((name) => `${name} is not in the tarball`);
  if (exists(`${path}/CHANGELOG.md`) && !files.has("CHANGELOG.md")) problems.push("CHANGELOG.md is not in the tarball");
  for (const name of files.keys()) {
    const belongs =
      /^(dist|src|docs)\//.test(name) ||
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|config\.schema\.json)$/.test(name);
    const isExample = name.startsWith("dist/examples/");
    if (!belongs || (!isExample && /\.(test|bench|test-d)\./.test(name)) || /\.tsbuildinfo$|(^|\/)\./.test(name))
      problems.push(`${name} does not belong in it`);
  }
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const most = mostBytes[packed.name] ?? mostBytesElsewhere;
  if (bytes > most)
    problems.push(`it has ${bytes} bytes unpacked, more than ${most}: is dist left from an earlier build?`);
  return problems;
};

/** No map, and no reference to one, that leads to a file which the user does not have. */
const mapsLeadSomewhere: Rule = ({ files }) => {
  const problems: string[] = [];
  for (const [name, bytes] of files) {
    const target = (path: string): string => posix.join(posix.dirname(name), path);
    if (name.endsWith(".map")) {
      const { sources = [], sourceRoot = "" } = JSON.parse(text(bytes)) as { sources?: string[]; sourceRoot?: string };
      const lost = sources.filter((source) => !files.has(target(posix.join(sourceRoot, source))));
      if (lost.length > 0)
        problems.push(`${name} maps to ${lost[0]}, which is not in the tarball: dist is older than src`);
    } else if (/\.([cm]?js|d\.ts|css)$/.test(name)) {
      const [, map] = /\n\/[/*]# sourceMappingURL=(\S+?)(?:\s*\*\/)?\s*$/.exec(text(bytes)) ?? [];
      if (map !== undefined && !map.startsWith("data:") && !files.has(target(map))) {
        problems.push(`${name} names ${map}, which is not in the tarball`);
      }
    }
  }
  return problems;
};

/** Every file that the manifest leads to is there. */
const entriesExist: Rule = ({ packed, files }) => {
  const targets = Object.values(packed.exports ?? {}).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  return [...targets, ...Object.values(packed.bin ?? {})]
    .filter((path) => !files.has(posix.normalize(path)))
    .map((path) => `${path} is not in the tarball`);
};

const rules: readonly Rule[] = [describes, standsAlone, holdsWhatIsNeeded, mapsLeadSomewhere, entriesExist];

/**
 * Checks one package as its users get it.
 *
 * @returns a line for each problem; empty when all is well
 */
export function checkPacked(one: Packed, repository: Repository): string[] {
  return rules.flatMap((rule) => rule(one, repository));
}
