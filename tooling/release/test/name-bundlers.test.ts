import { expect, test } from "vitest";
import { findBundled, nameBundlers } from "../src/name-bundlers.ts";
import { listPublished } from "../src/workspace.ts";

const bundled = new Map([
  ["ledger-node", new Set(["@ledger/bcs", "@ledger/explorer"])],
  ["@ledger/explorer", new Set(["@ledger/bcs"])],
]);

test("a fix in a library names the packages that bundle it", () => {
  expect(nameBundlers('---\n"@ledger/bcs": patch\n---\n\nFixed a thing.\n', bundled)).toBe(
    '---\n"@ledger/bcs": patch\n"ledger-node": patch\n"@ledger/explorer": patch\n---\n\nFixed a thing.\n',
  );
});

test("what is named already stays as it is", () => {
  const text = '---\n"@ledger/bcs": patch\n"ledger-node": major\n"@ledger/explorer": patch\n---\n\nBroke a thing.\n';
  expect(nameBundlers(text, bundled)).toBe(text);
});

test("a library's breaking change is a feature of the node", () => {
  expect(nameBundlers('---\n"@ledger/explorer": major\n---\n\nx\n', bundled)).toContain('"ledger-node": minor\n');
});

test("changes of what is not bundled concern nobody else", () => {
  const text = '---\n"@ledger/other": minor\n---\n\n---\n"@ledger/bcs": patch\n---\n';
  expect(nameBundlers(text, bundled)).toBe(text);
});

test("the node bundles every library and the explorer", () => {
  const packages = listPublished();
  const names = packages.map(({ manifest }) => manifest.name).filter((name) => name !== "ledger-node");
  expect([...(findBundled(packages).get("ledger-node") ?? [])].sort()).toEqual(names.sort());
  expect(findBundled(packages).get("@ledger/explorer")).toContain("@ledger/bcs");
});
