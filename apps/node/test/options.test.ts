import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { optionPages } from "../option-pages.ts";
import { createProgram } from "../src/cli/program.ts";
import { startGroups } from "../src/config/start-options.ts";

const { commands } = createProgram({ signal: new AbortController().signal, release() {}, onHangup() {} });
const pages = optionPages();
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

test.each([...pages.keys()])("%s is what the tables of options make", (path) => {
  expect(read(path), "run `pnpm --filter ledger-node options`").toBe(pages.get(path));
});

test("the README has a table for every group of the help, in order", () => {
  const [, options = ""] = read("apps/node/README.md").split("## Options of `start`");
  const titles = [...options.split("\n## ")[0]!.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(startGroups.map(({ title }) => title));
});

test("links of the tables lead to pages that are there", () => {
  for (const [page, text] of pages) {
    const rows = text.split("\n").filter((line) => line.startsWith("| `-"));
    for (const [, target = ""] of rows.join("\n").matchAll(/\]\(([^)#]+)/g)) {
      expect(() => read(new URL(target, `file:///${page}`).pathname.slice(1)), `${page}: ${target}`).not.toThrow();
    }
  }
});

test("every command that takes options says what each is for", () => {
  for (const command of commands) {
    for (const { long, description } of command.options) expect(description, `${command.name()} ${long}`).not.toBe("");
  }
});
