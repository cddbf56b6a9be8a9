import { readFileSync } from "node:fs";
import { readBlocks } from "@ledger/doctest/blocks";
import { runCommand } from "@ledger/node-process";
import { errorCodes } from "@ledger/types";
import { expect, test } from "vitest";
import { findBrokenLinks, findWrongCommands, findWrongPaths, listPages } from "../src/files.ts";
import { listRunnable } from "../src/index.ts";

const pages = listPages();
const guides = pages.filter(({ path }) => path.startsWith("docs/guides/") || path === "README.md");

test("a link to a file or a heading that is not there is found", () => {
  const text =
    "[a](nowhere.md) [b](#here) [c](#there) [d](../README.md#two-commands) [e](https://example.org/x)\n\n# Here\n\n`[f](code.md)`\n";
  expect(findBrokenLinks({ path: "docs/x.md", text })).toEqual([
    "docs/x.md: nowhere.md does not exist",
    "docs/x.md: #there has no such heading",
  ]);
});

test("links lead somewhere", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap(findBrokenLinks)).toEqual([]);
});

test("a path or a command that is not there is found", () => {
  const text =
    "`apps/nothing/src` `node-api/none.ts` `packages/bcs/src` `codec.ts` `GET /x`; run `pnpm check:nothing` or `pnpm build`, with pnpm and npm";
  expect(findWrongPaths([{ path: "docs/x.md", text }])).toEqual([
    "docs/x.md: nothing is at apps/nothing/src",
    "docs/x.md: nothing is at node-api/none.ts",
  ]);
  expect(findWrongCommands({ path: "docs/x.md", text })).toEqual(["docs/x.md: there is no pnpm check:nothing"]);
});

test("paths are of something in the repository", () => {
  expect(findWrongPaths(pages)).toEqual([]);
});

test("commands are scripts of the repository", () => {
  expect(pages.flatMap(findWrongCommands)).toEqual([]);
});

test("fewer than ten blocks of the pages are not run", () => {
  const paths = listRunnable();
  const runnable = pages.filter(({ path }) => paths.includes(path));
  expect(runnable.length).toBeGreaterThan(30);
  const blocks = runnable.flatMap(({ text }) => readBlocks(text));
  expect(blocks.filter(({ noRun }) => noRun !== undefined).length).toBeLessThan(10);
});

test("every option of a command in a guide is one of that command's", async () => {
  const options = new Map<string, Set<string>>();
  const read = async (command: string): Promise<Set<string>> => {
    const known = options.get(command);
    if (known !== undefined) return known;
    const { output } = await runCommand(...command.split(" "), "--help");
    const found = new Set([...output.matchAll(/^\s+(?:-\w, )?(--[a-z-]+)/gm)].map(([, name = ""]) => name));
    options.set(command, found);
    return found;
  };
  const wrong: string[] = [];
  let checked = 0;
  for (const { path, text } of guides) {
    // Commands may go on in the next line.
    for (const [, words = ""] of text
      .replace(/\\\n\s*/g, "")
      .matchAll(/^(?:npx |docker run .*)?ledger-node ((?:[^\n#`]|#[^\n ])+)/gm)) {
      const [command = "", second = ""] = words.trim().split(/\s+/);
      const known = await read(["db", "index"].includes(command) ? `${command} ${second}` : command);
      for (const [option] of words.matchAll(/--[a-z][a-z-]*/g)) {
        checked += 1;
        if (!known.has(option)) wrong.push(`${path}: ledger-node ${command} has no ${option}`);
      }
    }
  }
  expect(checked).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
});

/** The words of a type of the sources: `| "word"`. */
function wordsOf(file: string, type: string): string[] {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const [, body = ""] = new RegExp(`export type ${type} =([^;]*);`).exec(source) ?? [];
  return [...body.matchAll(/\| "([a-z_]+)"/g)].map(([, word = ""]) => word);
}

/** Refusals of one part of the program to another, which nobody who runs it is shown. */
const inner = ["batch_not_contiguous", "batch_invalid", "closed", "store_empty", "invalid_argument"];

test("every code that a node fails with is in the troubleshooting guide", () => {
  const { text = "" } = pages.find(({ path }) => path === "docs/guides/troubleshoot.md") ?? {};
  const codes = [
    ...wordsOf("packages/state-store/src/store-error.ts", "StoreFault"),
    ...wordsOf("packages/sync/src/refusal/sync-error.ts", "SyncErrorCode"),
    ...wordsOf("packages/sync/src/fork/fork-error.ts", "ForkErrorCode"),
    ...["cannot_listen", "data_dir_unusable", "data_lost", "invalid_certificate", "keeps_crashing", "not_a_snapshot"],
    ...["serving_failed", "worker_crashed", "worker_ended", "invalid_config", "system_error", "internal_error"],
  ];
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !inner.includes(code) && !text.includes(`\`${code}\``))).toEqual([]);
});

test("every error code of an answer in the troubleshooting guide exists", () => {
  const { text = "" } = pages.find(({ path }) => path === "docs/guides/troubleshoot.md") ?? {};
  const [, section = ""] = text.split("## A request is refused");
  const named = [...section.split("\n## ")[0]!.matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code = ""]) => code),
  );
  expect(named.length).toBeGreaterThan(10);
  const known: readonly string[] = errorCodes;
  expect(named.filter((code) => !known.includes(code) && code !== "error_code")).toEqual([]);
});
