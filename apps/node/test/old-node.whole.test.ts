import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { programPath } from "@ledger/node-process";
import { needs } from "@ledger/test-run/needs";
import { expect, test } from "vitest";

/** A Node on this machine that is too old for the program. */
const oldNode = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .find((node) => {
    const [, major, minor] = /^v(\d+)\.(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout) ?? [];
    return Number(major) < 22 || (Number(major) === 22 && Number(minor) < 12);
  });

test("an old Node says in one line which is needed", needs("an old Node", oldNode !== undefined), () => {
  const { status, stderr, stdout } = spawnSync(oldNode!, [programPath, "start"], { encoding: "utf8" });
  expect(stderr).toMatch(/^ledger-node needs Node 22\.12 or later; this is \d+\.\d+\.\d+\.[^\n]*\n$/);
  expect([status, stdout]).toEqual([1, ""]);
});
