import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";
import { type ServedLocalNetwork, serveLocalNetwork } from "@ledger/devnet/node";
import { createDataDir, runCommand } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shared } from "./support/shared.ts";
import { waitFor } from "./support/wait-for.ts";

const folders = [createDataDir(), createDataDir()];
const [forkDir, offlineDir] = folders.map(({ path }) => path);
const cache = mkdtempSync(join(tmpdir(), "fork-cache-"));
const bob = `0x${"b0b".padStart(64, "0")}`;
let net: LocalNetwork;
let original: ServedLocalNetwork;

beforeAll(async () => {
  net = await startLocalNetwork();
  original = await serveLocalNetwork(net);
  await fund(original, 5_000);
});

afterAll(async () => {
  await original[Symbol.asyncDispose]();
  await net[Symbol.asyncDispose]();
  for (const folder of folders) folder[Symbol.dispose]();
  rmSync(cache, { recursive: true });
});

type Served = Pick<ServedLocalNetwork, "url">;

async function fund(node: Served, amount: number): Promise<void> {
  const answer = await fetch(`${node.url}/fund`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address: bob, amount }),
  });
  expect(answer.status).toBe(200);
  const { txn_hashes: hashes } = (await answer.json()) as { txn_hashes: readonly string[] };
  const found = async () =>
    (await (await fetch(`${node.url}/v1/transactions/by_hash/${hashes[0]}`)).json()) as Record<string, unknown>;
  const committed = await waitFor(found, ({ type }) => type === "user_transaction");
  expect(committed.success).toBe(true);
}

async function balance(node: Served): Promise<string> {
  return (await fetch(`${node.url}/v1/accounts/${bob}/balance/0x1::aptos_coin::AptosCoin`)).text();
}

async function ledger(node: Served) {
  return (await (await fetch(`${node.url}/v1`)).json()) as {
    ledger_version: string;
    oldest_ledger_version: string;
    chain_id: number;
  };
}

const start = (dir: string, ...args: string[]) =>
  composeNode("--data-dir", dir, "--workload", "off", "--block-interval", "0", "--fork-cache", cache, ...args);

/** A fork that was served, given coins, and stopped. */
const firstFork = shared(async () => {
  const { ledger_version: version } = await ledger(original);
  const forked = ["--fork", `${original.url}/v1@${version}`];
  const node = await start(forkDir!, ...forked);
  const before = await balance(node);
  await fund(node, 37);
  const result = { version, forked, before, after: await balance(node), info: await ledger(node) };
  await node.stop();
  return result;
});

test("a fork is served, given coins, stopped, and goes on", async () => {
  const { version, forked, before, after, info } = await firstFork();
  expect([before, after]).toEqual(["5000", "5037"]);
  expect(info).toMatchObject({ chain_id: 4, oldest_ledger_version: `${BigInt(version) + 1n}` });
  expect(readdirSync(join(cache, "4"))).toEqual([`${version}.jsonl`]);

  const again = await start(forkDir!, ...forked);
  expect(await balance(again)).toBe("5037");
  await fund(again, 3);
  expect(await balance(again)).toBe("5040");
  await again.stop();
  expect(await balance(original)).toBe("5000");
});

test("a fork goes offline with its cache", async () => {
  const { version } = await firstFork();
  await using node = await start(offlineDir!, "--fork", `http://192.0.2.1/v1@${version}`, "--fork-offline");
  expect(await balance(node)).toBe("5000");
  // What nobody has asked for before is not there, which is said, and does no harm.
  const missing = await fetch(`${node.url}/v1/accounts/0x1/module/voting`);
  expect(missing.status).toBe(503);
  expect(await balance(node)).toBe("5000");
});

test.each([
  [["--fork", "http://user:secret@127.0.0.1:9/v1"], "the URL must not contain a user name or password"],
  [["--fork", "http://127.0.0.1:9/v1", "--follow", "http://127.0.0.1:9/v1"], "cannot be combined"],
  [["--fork", "http://127.0.0.1:9/v1", "--fork-offline"], "needs --fork-cache"],
  [["--fork-cache", "here"], "needs --fork"],
])("%j is refused", async (args, text) => {
  const { code, output } = await runCommand("config", "check", ...args);
  expect(output).toContain(text);
  expect(output).not.toContain("secret");
  expect(code).toBe(1);
});

test("an upstream that does not answer now may answer later: supervisors try again", async () => {
  using folder = createDataDir();
  const args = ["--fork", "http://127.0.0.1:9/v1", "--fork-timeout", "200"];
  const { code, output } = await runCommand("start", "--data-dir", folder.path, "--listen", "127.0.0.1:0", ...args);
  expect([code, output]).toEqual([75, expect.stringContaining("127.0.0.1:9 did not give")]);
});
