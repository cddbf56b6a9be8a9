import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCheckpointThread, openSqliteStore, type SqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { afterAll, expect, test, vi } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("checkpoint-thread");
afterAll(() => removeScratchFolder(folder));

const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));

/** Commits blocks of about 25 pages. */
function committer(store: SqliteStore): (blocks: number) => void {
  const ledger = buildLedger();
  let block = 0;
  return (blocks) => {
    for (const end = block + blocks; block < end; block++) {
      const value = testBytes(block, 0n, 1, 100_000);
      store.commit(ledger.batch([[{ writes: [{ key: keyOf(block), value }] }]]));
    }
  };
}

/** Pages of the log that have not been moved into the file. */
function waitingPages(path: string): number {
  const database = new Database(path);
  const [row] = database.pragma("wal_checkpoint(noop)") as [{ log: number; checkpointed: number }];
  database.close();
  return row.log - row.checkpointed;
}

test("the thread moves what commits wrote, and the writer nothing", async () => {
  const path = join(folder, "moves.db");
  const own: string[] = [];
  await using checkpointThread = createCheckpointThread();
  const store = openSqliteStore(path, {
    checkpointThread,
    checkpointPages: 200,
    onStep: (step) => void own.push(step),
  });
  const commit = committer(store);
  commit(20);
  await vi.waitUntil(() => waitingPages(path) < 25, { timeout: 300_000, interval: 10 });
  expect(own).not.toContain("checkpoint");
  expect((await store.verify()).problems).toEqual([]);
  await checkpointThread.close();
  store.close();
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })).toBeUndefined();
});

test("the log is begun again while commits leave no pause", async () => {
  const path = join(folder, "bounded.db");
  const maxWalBytes = 4 * 2 ** 20;
  await using checkpointThread = createCheckpointThread();
  const store = openSqliteStore(path, { checkpointThread, maxWalBytes });
  committer(store)(300);
  expect(statSync(`${path}-wal`).size).toBeLessThan(maxWalBytes + 400_000);
  for (let i = 0; i < 300; i++) expect(store.readState(299n, keyOf(i))).toBeDefined();
  await checkpointThread.close();
  store.close();
});

test("without its thread, or when that has ended, a store makes its checkpoints itself", async () => {
  const path = join(folder, "alone.db");
  const checkpointThread = createCheckpointThread();
  const store = openSqliteStore(path, { checkpointThread, checkpointPages: 50 });
  const commit = committer(store);
  commit(10);
  await checkpointThread.close();
  await checkpointThread.close();
  commit(10);
  expect(waitingPages(path)).toBeLessThan(80);
  store.close();
});

test("a thread that fails is told of, and costs nothing but itself", async () => {
  const program = join(folder, "broken.mjs");
  writeFileSync(program, 'throw new Error("broken");');
  const warning = new Promise<Error>((resolve) => process.once("warning", resolve));
  const checkpointThread = createCheckpointThread({ program: pathToFileURL(program) });
  expect(checkpointThread.request("nowhere")).toBe(true);
  expect((await warning).message).toContain("broken");
  await vi.waitUntil(() => !checkpointThread.request("nowhere"), { timeout: 300_000 });
  const path = join(folder, "broken.db");
  const store = openSqliteStore(path, { checkpointThread, checkpointPages: 50 });
  committer(store)(10);
  expect(waitingPages(path)).toBeLessThan(80);
  store.close();
  await checkpointThread.close();
});

test("a file that cannot be opened does not end the thread", async () => {
  await using checkpointThread = createCheckpointThread();
  expect(checkpointThread.request(join(folder, "no-such-folder", "store.db"))).toBe(true);
  const path = join(folder, "again.db");
  const store = openSqliteStore(path, { checkpointThread, checkpointPages: 100 });
  committer(store)(20);
  await vi.waitUntil(() => waitingPages(path) < 25, { timeout: 300_000, interval: 10 });
  await checkpointThread.close();
  store.close();
});
