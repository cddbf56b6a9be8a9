import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { demoBlocks } from "@ledger/demo-ledger";
import { createDataDir, runCommand } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import type { StateEntry, StatePage } from "@ledger/state-store";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import { copyLedger } from "@ledger/sync";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openSharedNode } from "../support/open-shared-node.ts";
import { fillStores } from "./filled-stores.ts";

async function readAll(url: string): Promise<string> {
  const paths = [
    "/v1",
    "/v1/transactions?start=150&limit=40",
    "/v1/accounts/0x1/resources",
    "/v1/accounts/0x1/resources?ledger_version=160",
    "/v1/accounts/0xcafe/transaction_summaries",
    "/v1/blocks/by_height/30?with_transactions=true",
  ];
  const answers = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
  return answers.join("\n");
}

/** All that readers find in a file: its records, and its state at the newest and at the oldest version that it has. */
async function readContents(path: string) {
  const reader = openSqliteReader(path);
  const summary = (await reader.summary())!;
  const records = [];
  for (let start = summary.oldestLedgerVersion; start <= summary.version; ) {
    const page = await reader.listRecords(start, 100);
    records.push(...page);
    start += BigInt(page.length);
  }
  const states: Omit<StateEntry, "version">[] = [];
  for (const version of [summary.version, summary.oldestVersion]) {
    // Where a page ends depends on rows of keys that do not exist any more.
    for (let start: Uint8Array | undefined = new Uint8Array(); start !== undefined; ) {
      const page: StatePage = await reader.listState({ version, prefix: new Uint8Array(), start, limit: 1_000 });
      // A copy does not know by which version a value was written that is older than its ledger.
      states.push(...page.entries.map(({ version: _, ...entry }) => entry));
      start = page.next;
    }
  }
  const { oldestVersion, oldestLedgerVersion, version } = summary;
  const contents = { oldestVersion, oldestLedgerVersion, version, records, states, frontier: await reader.frontier() };
  await reader.close();
  return contents;
}

test("the statements that make a store are printed, for distributed engines too", async () => {
  const plain = await runCommand("db", "schema", "--schema", "mine");
  expect(plain.output).toContain("create table mine.state_values");
  expect(plain.output).toContain("partition by range (version)");
  const citus = await runCommand("db", "schema", "--distributed", "citus");
  expect(citus.output).toContain("create_distributed_table('ledger.state_values', 'key_hash')");
  const yugabyte = await runCommand("db", "schema", "--distributed", "yugabyte");
  expect(yugabyte.output).toContain("primary key (key_hash hash, version desc)");
  expect(yugabyte.output).not.toContain("partition by");
});

/** Serves a folder until the test has finished. */
async function serve(folder: string) {
  const node = await composeNode("--role", "api", "--data-dir", folder);
  onTestFinished(async () => void (await node.stop()));
  return node;
}

describe("db copy", needsPostgres, () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
  });

  test.each([
    ["a whole ledger", undefined],
    ["a pruned ledger", { stateVersion: 155n, ledgerVersion: 140n }],
  ])("moves %s to a server and back", async (_, prune) => {
    using folder = createDataDir();
    const schema = prune === undefined ? "schema=whole" : "schema=pruned";
    const origin = join(folder.path, "origin");
    const back = join(folder.path, "back");
    const store = openSqliteStore(join(folder.path, "made.db"));
    await fillStores([store], demoBlocks, 1);
    if (prune !== undefined) while (!(await store.prune(prune, 1_000)).done);
    // A copy of the file, as the node calls it.
    mkdirSync(origin);
    await store.backup(join(origin, "ledger.db"));
    await store.close();

    const there = await runCommand("db", "copy", "--from", origin, "--to", server.url(schema));
    expect(there.output).toContain("verified");
    expect(there.code).toBe(0);
    const occupied = await runCommand("db", "copy", "--from", origin, "--to", server.url(schema));
    expect(occupied.output).toContain("already");
    expect(occupied.code).toBe(1);
    const again = await runCommand("db", "copy", "--from", server.url(schema), "--to", back);
    expect(again.output).toContain("verified");
    expect(again.code).toBe(0);
    expect(readdirSync(back).filter((name) => name.includes(".part"))).toEqual([]);

    const contents = await readContents(join(back, "ledger.db"));
    const { oldestVersion, oldestLedgerVersion } = contents;
    expect({ oldestVersion, oldestLedgerVersion }).toMatchObject(
      prune === undefined ? { oldestVersion: 0n, oldestLedgerVersion: 0n } : { oldestVersion: 155n },
    );
    // Printed, the difference of two ledgers would be of megabytes.
    expect(isDeepStrictEqual(contents, await readContents(join(origin, "ledger.db")))).toBe(true);
    await using onServer = await composeNode("--role", "api", "--store", server.url(schema));
    // The whole ledger is served by a node that other files use, too.
    const { url } = prune === undefined ? await openSharedNode("still-ledger") : await serve(origin);
    expect((await readAll(onServer.url)) === (await readAll(url))).toBe(true);
  });

  test("goes on where it was interrupted", async () => {
    using folder = createDataDir();
    const origin = openSqliteStore(join(folder.path, "ledger.db"));
    await fillStores([origin], 60);
    await origin.close();
    const from = openSqliteReader(join(folder.path, "ledger.db"));
    const part = await openPostgresStore({ url: server.url("schema=cut_part") });
    const stop = new AbortController();
    const { summary, isComplete } = await copyLedger({
      from,
      to: part,
      signal: stop.signal,
      batchRecords: 20,
      onProgress: (at) => {
        if (at.phase === "records" && at.version >= 60n) stop.abort();
      },
    });
    expect(isComplete).toBe(false);
    expect(summary.version).toBeGreaterThan(20n);
    await from.close();
    await part.close();
    const rest = await runCommand("db", "copy", "--from", folder.path, "--to", server.url("schema=cut"));
    expect(rest.output).toContain("verified");
    expect(rest.code).toBe(0);
  });
});
