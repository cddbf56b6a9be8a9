import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@ledger/check-docs/files";
import { expect, test } from "vitest";
import { findDeadLinks } from "../src/build/check-links.ts";
import { resolveLink } from "../src/pages/links.ts";
import { addressOf, type Page, relativeAddress } from "../src/pages/page.ts";

const pages = ["README.md", "docs/guides/fork.md", "docs/guides/README.md", "packages/bcs/README.md"];
const places = { root, forge: "https://forge.example/a/b", hasPage: (path: string) => pages.includes(path) };

test.each([
  ["README.md", "docs/guides/fork.md", "docs/guides/fork.html"],
  ["README.md", "docs/guides/fork.md#offline-in-ci", "docs/guides/fork.html#offline-in-ci"],
  ["README.md", "packages/bcs", "packages/bcs/index.html"],
  ["README.md", "packages/bcs/", "packages/bcs/index.html"],
  ["docs/guides/fork.md", "../../packages/bcs#codecs", "../../packages/bcs/index.html#codecs"],
  ["docs/guides/fork.md", "README.md", "index.html"],
  ["docs/guides/fork.md", "#as-a-node", "#as-a-node"],
  ["docs/guides/fork.md", "https://example.org/x.md", "https://example.org/x.md"],
  [
    "packages/bcs/README.md",
    "https://forge.example/a/b/blob/main/docs/guides/fork.md#url",
    "../../docs/guides/fork.html#url",
  ],
  [
    "docs/guides/fork.md",
    "https://forge.example/a/b/blob/main/src/a.ts#L1",
    "https://forge.example/a/b/blob/main/src/a.ts#L1",
  ],
  ["docs/guides/fork.md", "../../LICENSE", "https://forge.example/a/b/blob/main/LICENSE"],
  ["docs/guides/fork.md", "../../deploy", "https://forge.example/a/b/tree/main/deploy"],
  ["docs/guides/fork.md", "../images/explorer.png", "../images/explorer.png"],
])("in %s the link %s becomes %s", (from, target, href) => {
  expect(resolveLink(places, from, target).href).toBe(href);
});

test("a link to what is not in the repository is refused", () => {
  expect(() => resolveLink(places, "README.md", "docs/nowhere.md")).toThrow(
    "README.md: docs/nowhere.md does not exist",
  );
  expect(() => resolveLink(places, "README.md", "../elsewhere.md")).toThrow("does not exist");
});

test("addresses are relative to the page", () => {
  expect(addressOf("packages/bcs/README.md")).toBe("packages/bcs/index.html");
  expect(relativeAddress("index.html", "docs/a.html")).toBe("docs/a.html");
  expect(relativeAddress("docs/guides/a.html", "docs/b.html")).toBe("../b.html");
  expect(relativeAddress("docs/a.html", "docs/a.html")).toBe("a.html");
});

test("dead links and anchors of written pages are found", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  writeFileSync(
    join(folder, "a.html"),
    '<h2 id="here"></h2><a href="#here"></a><a href="#gone"></a><a href="b.html#x"></a><a href="b.html#type=TypeTag"></a><img src="none.svg"><a href="https://x.example/"></a>',
  );
  writeFileSync(join(folder, "b.html"), '<h2 id="y"></h2>');
  const written = new Map(["a", "b"].map((name) => [`${name}.md`, { address: `${name}.html` } as Page]));
  expect(findDeadLinks(folder, written)).toEqual([
    "a.html: #gone is no anchor",
    "a.html: b.html#x is no anchor",
    "a.html: none.svg leads nowhere",
  ]);
  rmSync(folder, { recursive: true });
});
