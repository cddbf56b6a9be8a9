import { expect, test } from "vitest";
import { checkPacked, type Packed } from "../src/package-rules.ts";
import type { Manifest } from "../src/workspace.ts";

const home = "https://example.org/a/b";
const shared = { license: "Apache-2.0", author: "A", bugs: { url: `${home}/issues` } };
const repository = {
  manifest: {
    name: "root",
    version: "0.0.0",
    ...shared,
    homepage: `${home}#readme`,
    repository: { type: "git", url: `git+${home}.git` },
  },
  exists: (path: string) => path === "packages/x/CHANGELOG.md",
};

const good: Manifest = {
  name: "@ledger/x",
  version: "1.0.0",
  ...shared,
  description: "A package that follows every rule.",
  keywords: ["a", "b", "c"],
  homepage: `${home}/tree/main/packages/x#readme`,
  repository: { type: "git", url: `git+${home}.git`, directory: "packages/x" },
  type: "module",
  sideEffects: false,
  engines: { node: ">=22.14" },
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  dependencies: { y: "^1.0.0" },
  publishConfig: { access: "public", provenance: true },
};

const contents: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "README.md": "# x",
  LICENSE: "…",
  "CHANGELOG.md": "# x",
  "dist/index.js": "export {};\n//# sourceMappingURL=index.js.map\n",
  "dist/index.js.map": '{"sources":["../src/index.ts"]}',
  "dist/index.d.ts": "export {};\n",
  "src/index.ts": "export {};\n",
};

function check(manifest: object, files: Readonly<Record<string, string | undefined>> = {}): string[] {
  const encoded = Object.entries({ ...contents, ...files }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, new TextEncoder().encode(text)] as const],
  );
  const packed = { ...good, ...manifest };
  const one: Packed = { path: "packages/x", manifest: packed, packed, files: new Map(encoded) };
  return checkPacked(one, repository);
}

test("a package that follows every rule has no problem", () => {
  expect(check({})).toEqual([]);
});

test.each([
  [
    { repository: { type: "git", url: "git+https://example.org/other.git", directory: "packages/x" } },
    "repository.url",
  ],
  [{ repository: { ...good.repository, directory: "packages/y" } }, "repository.directory"],
  [{ homepage: undefined }, "homepage"],
  [{ bugs: {} }, "bugs.url"],
  [{ author: undefined }, "author"],
  [{ keywords: ["a"] }, "keywords"],
  [{ engines: {} }, "engines.node"],
  [{ sideEffects: undefined }, "sideEffects"],
  [{ publishConfig: { access: "public" } }, "publishConfig.provenance"],
  [{ devDependencies: { "@ledger/doctest": "^0.0.0" } }, "devDependencies"],
  [{ scripts: { postinstall: "node x.js" } }, "postinstall"],
  [{ dependencies: { y: "workspace:^" } }, "y is workspace:^"],
  [{ dependencies: { y: "1.0.0" } }, "y is pinned"],
  [{ bin: { x: "./dist/main.js" } }, "./dist/main.js is not in the tarball"],
])("%j is a problem", (manifest, problem) => {
  expect(check(manifest)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  [{ LICENSE: undefined }, "LICENSE is not in the tarball"],
  [{ "CHANGELOG.md": undefined }, "CHANGELOG.md is not in the tarball"],
  [{ "src/index.test.ts": "" }, "src/index.test.ts does not belong in it"],
  [{ ".cache/x.tsbuildinfo": "" }, ".cache/x.tsbuildinfo does not belong in it"],
  [
    { "src/index.ts": undefined },
    "dist/index.js.map maps to ../src/index.ts, which is not in the tarball: dist is older than src",
  ],
  [{ "dist/index.js.map": undefined }, "dist/index.js names index.js.map, which is not in the tarball"],
  [{ "dist/large.js": " ".repeat(4 << 20) }, "bytes unpacked"],
])("a tarball with %j is a problem", (files, problem) => {
  expect(check({}, files)).toEqual([expect.stringContaining(problem)]);
});
