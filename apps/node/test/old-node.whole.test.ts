import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createDataDir, launchNodeBy, programPath, untilServing } from "@ledger/node-process";
import { needs } from "@ledger/test-run/needs";
import { expect, test } from "vitest";
import { waitFor } from "./support/wait-for.ts";

/** A Node on this machine that is too old for the program. */
const oldNode = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .find((node) => {
    const [, major, minor] = /^v(\d+)\.(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout) ?? [];
    return Number(major) < 22 || (Number(major) === 22 && Number(minor) < 14);
  });

/** The oldest Node that the manifests allow, which CI takes from the registry. */
const lowestNode = process.env.LOWEST_NODE;

test(
  "the lowest Node that is allowed runs a network",
  needs("LOWEST_NODE, a path", lowestNode !== undefined),
  async () => {
    const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly engines: { readonly node: string };
    };
    const version = spawnSync(lowestNode!, ["--version"], { encoding: "utf8" }).stdout.trim();
    expect(version).toBe(`v${engines.node.slice(">=".length)}.0`);

    using folder = createDataDir();
    const node = await untilServing(launchNodeBy(lowestNode!, "--data-dir", folder.path));
    const funded = await fetch(`${node.url}/mint?address=0xb0b&amount=7`, { method: "POST" });
    expect(funded.status).toBe(200);
    const balance = async () =>
      (await fetch(`${node.url}/v1/accounts/0xb0b/balance/0x1::aptos_coin::AptosCoin`)).text();
    await waitFor(balance, (text) => text === "7");
    expect(await node.stop()).toBe(0);
  },
);

test("an old Node says in one line which is needed", needs("an old Node", oldNode !== undefined), () => {
  const { status, stderr, stdout } = spawnSync(oldNode!, [programPath, "start"], { encoding: "utf8" });
  expect(stderr).toMatch(/^ledger-node needs Node 22\.14 or later; this is \d+\.\d+\.\d+\.[^\n]*\n$/);
  expect([status, stdout]).toEqual([1, ""]);
});
