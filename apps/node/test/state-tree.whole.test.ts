import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { openSqliteReader, openSqliteTree } from "@ledger/state-store/sqlite";
import { formatHex, type LedgerRecord } from "@ledger/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRecords, storeRecords } from "./support/made-ledger.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { mint } from "./support/mint.ts";
import { composeObserved } from "./support/observed.ts";
import { openSharedNode } from "./support/open-shared-node.ts";
import { serveRecords, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

// The state tree follows the ledger in a thread and a file of its own.

let blocks: readonly (readonly LedgerRecord[])[];
let head: number;
let upstream: Upstream;
/** An encoded state key. */
let key: string;

beforeAll(async () => {
  blocks = await makeRecords(30);
  head = blocks.flat().length - 1;
  upstream = await serveRecords(blocks);
  using folder = createDataDir();
  await storeRecords(join(folder.path, "ledger.db"), blocks.slice(0, 1));
  key = await anyKey(folder.path);
});
afterAll(() => upstream.stop());

/** An encoded state key of a stored ledger. */
async function anyKey(folder: string): Promise<string> {
  const store = openSqliteReader(join(folder, "ledger.db"));
  const { version } = (await store.summary())!;
  const { entries } = await store.listState({ version, prefix: new Uint8Array(0), limit: 1 });
  await store.close();
  return formatHex(entries[0]!.key);
}

async function prove(url: string, query: string) {
  const answer = await fetch(`${url}/v1/proofs/state?${query}`);
  return { status: answer.status, body: (await answer.json()) as { version?: string; message?: string } };
}

const untilProved = (url: string, key: string) =>
  waitFor(
    () => prove(url, `key=${key}`),
    ({ status, body }) => status === 200 && body.version === String(head),
  );

test("a tree follows its ledger, is verified, dropped, and built again while a node serves", async () => {
  using dataDir = createDataDir();
  const args = ["--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path];
  const node = await composeObserved(...args, "--proofs", "on");
  await untilProved(node.url, key);
  await waitFor(
    async () => readValue(await scrape(node.admin), "ledger_proofs_lag_versions"),
    (lag) => lag === 0,
  );
  expect(node.output()).toMatch(/proofs {4}state is proved up to version \d+/);
  for (const command of ["build", "drop"]) {
    const refused = await runCommand("proofs", command, "--data-dir", dataDir.path);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("store_locked: a node keeps this state tree"),
    });
  }
  expect(await node.stop()).toBe(0);

  const status = await runCommand("proofs", "status", "--data-dir", dataDir.path);
  expect(status.output).toBe(`proofs       of state at versions 0 to ${head}, of a ledger at version ${head}\n`);
  const verified = await runCommand("verify", "--data-dir", dataDir.path);
  expect(verified.output).toMatch(
    new RegExp(`^proofs {7}\\d+ keys at version ${head} lead to its root, and what \\d+ blocks changed to theirs`, "m"),
  );
  expect(verified.code).toBe(0);

  // A byte of a leaf flips.
  const tree = openSqliteTree(join(dataDir.path, "tree.db"));
  const [rows = []] = await tree.list(BigInt(head), [[Uint8Array.of(2), Uint8Array.of(3)]]);
  const { key: leaf, value } = rows[rows.length >> 1]!;
  await tree.write([
    { key: leaf, value: value.map((byte, i) => byte ^ (i === 5 ? 1 : 0)), version: 0n, keepsPast: false },
  ]);
  await tree.close();
  const damaged = await runCommand("verify", "--data-dir", dataDir.path);
  expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining("proofs: the state tree is damaged") });
  expect((await runCommand("proofs", "drop", "--data-dir", dataDir.path)).output).toBe("the state tree is deleted\n");
  expect(existsSync(join(dataDir.path, "tree.db"))).toBe(false);
  expect((await runCommand("proofs", "status", "--data-dir", dataDir.path)).output).toContain("none;");

  await using bare = await composeNode(...args);
  expect(await prove(bare.url, `key=${key}`)).toMatchObject({ status: 403, body: { error_code: "api_disabled" } });
  const built = await runCommand("proofs", "build", "--data-dir", dataDir.path);
  expect(built.output).toMatch(new RegExp(`^proofs {7}of state up to version ${head}, in [\\d.]+ s$`, "m"));
  await untilProved(bare.url, key);
  await using reading = await startNode("--role", "api", "--workers", "2", "--data-dir", dataDir.path);
  await untilProved(reading.url, key);
});

test("what was just committed is proved", async () => {
  using node = await openSharedNode("local-network");
  await waitFor(
    () => prove(node.url, `key=${key}`),
    ({ status }) => status === 200,
  );
  for (let i = 0; i < 3; i++) {
    const version = await mint(node.url, "0x1234", 5);
    const { status, body } = await prove(node.url, `key=${key}`);
    expect(status).toBe(200);
    expect(BigInt(body.version!)).toBeGreaterThanOrEqual(BigInt(version));
  }
});

test("another program's file in the place of a tree is left alone, and said", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), blocks.slice(0, 3));
  writeFileSync(join(dataDir.path, "tree.db"), "my notes about trees, which are longer than a hundred bytes".repeat(9));
  const built = await runCommand("proofs", "build", "--data-dir", dataDir.path);
  expect(built.code).toBe(1);
  expect(built.output).toMatch(/not_a_store|corrupt/);
});

describe("on a PostgreSQL server", needsPostgres, () => {
  test("a tree follows its ledger, is verified and dropped", async () => {
    using dataDir = createDataDir();
    const store = ["--store", (await openTestDatabase()).url()];
    const args = ["--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path, "--proofs", "on"];
    const node = await composeNode(...args, ...store);
    await untilProved(node.url, key);
    const refused = await runCommand("proofs", "build", ...store);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("a node keeps this state tree") });
    expect(await node.stop()).toBe(0);
    const verified = await runCommand("verify", ...store);
    expect(verified.output).toMatch(new RegExp(`^proofs {7}\\d+ keys at version ${head} lead to its root`, "m"));
    expect((await runCommand("proofs", "drop", ...store)).output).toBe("the state tree is deleted\n");
    const built = await runCommand("proofs", "build", ...store);
    expect(built.output).toMatch(new RegExp(`^proofs {7}of state up to version ${head}, in`, "m"));
  });
});
