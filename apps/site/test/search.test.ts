import { expect, test } from "vitest";
import { type SearchDocument, searchDocuments } from "../src/build/search-documents.ts";
import { createSearch } from "../src/page/search-index.ts";
import type { Page } from "../src/pages/page.ts";

const document = (title: string, text: string, section = "Guides"): SearchDocument => ({
  address: `${title}.html`,
  page: title,
  title,
  section,
  text,
});

const search = createSearch([
  document("Troubleshoot", "`version_pruned` the version is below the window"),
  document("Versions", "a version that was pruned long ago, version by version"),
  document("Function: startLocalNetwork()", "Starts a network", "Reference"),
  document("Options", "--prune-window keeps versions"),
]);
const titles = (words: string): string[] => search(words).map(({ title }) => title);

test("a name in code is found as a whole first, then by its parts", () => {
  expect(titles("version_pruned")[0]).toBe("Troubleshoot");
  expect(titles("local network")).toContain("Function: startLocalNetwork()");
  expect(titles("--prune-window")[0]).toBe("Options");
});

test("a question is asked by those of its words that mean something", () => {
  expect(titles("how do I find the --prune-window")).toContain("Options");
  expect(titles("what is version_pruned")[0]).toBe("Troubleshoot");
  expect(titles("is the")).toContain("Troubleshoot");
});

test("pieces of one passage are found once", () => {
  const pieces = createSearch([document("Long", "window one"), document("Long", "window two")]);
  expect(pieces("window")).toHaveLength(1);
});

test("what is typed wrongly or begun only is found, and so is a question with words that no page has", () => {
  expect(titles("troubel")).toEqual([]);
  expect(titles("troubleshot")).toEqual(["Troubleshoot"]);
  expect(titles("startLoc")).toEqual(["Function: startLocalNetwork()"]);
  expect(titles("however pruned")).not.toEqual([]);
});

test("a changelog is found as one, whatever it speaks of", () => {
  const page = {
    path: "apps/node/CHANGELOG.md",
    address: "apps/node/CHANGELOG.html",
    title: "ledger-node",
    summary: "",
  };
  const changes = { ...page, passages: [{ heading: undefined, parts: ["version_pruned"] }] } as unknown as Page;
  const documents = searchDocuments([changes]);
  expect(documents.map(({ title }) => title)).toEqual(["Changelog of ledger-node"]);
  expect(createSearch(documents)("version_pruned")).toEqual([]);
  expect(createSearch(documents)("changelog")).toHaveLength(1);
});
