import { join } from "node:path";
import type { Row } from "@ledger/bench-report";
import { openSqliteStore, type SqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { removeDatabase } from "./build.ts";
import { pair } from "./report.ts";

const address = testAddress(7);
const prefix = testAccountKey(address, 1, new Uint8Array(8)).subarray(0, 33);
const perBlock = 10_000;
const kept = 100;
const few = 20_000;
const many = 200_000;
/** A listing counts as flat up to 1.3 times the cost of one without removed keys. */
const flat = 0.77;

/**
 * Is the listing of an account as fast after many of its keys have been removed as when they never were? And how long does a
 * page take while the removed keys can still be read at older versions?
 */
export async function measureListings(folder: string, rounds: number, log: (line: string) => void): Promise<Row[]> {
  const path = join(folder, "list.db");
  const rates: number[][] = [];
  for (const removed of [few, many]) {
    const store = await makeStore(path, removed);
    if (removed === many) {
      const { pages, longest } = await walkPages(store);
      log(`listing: ${many} keys removed within the window take ${pages} pages, the longest ${longest.toFixed(1)} ms`);
    }
    await pruneToHead(store);
    await listRate(store);
    const own: number[] = [];
    for (let round = 0; round < rounds; round++) own.push(await listRate(store));
    rates.push(own);
    await store.close();
    removeDatabase(path);
  }
  const work = `listing, ${many} removed keys below the window`;
  return [pair(work, `${few} removed keys`, "entries/s", rates[1]!, rates[0]!, { target: flat })];
}

/** An account with some keys among many that were written and removed again. */
async function makeStore(path: string, removed: number): Promise<SqliteStore> {
  removeDatabase(path);
  const store = openSqliteStore(path, { logRows: 50_000 });
  const ledger = buildLedger();
  const keyOf = (i: number) => {
    const name = Buffer.alloc(8);
    name.writeUInt32BE(Math.imul(i, 0x9e3779b1) >>> 0, 0);
    name.writeUInt32BE(i, 4);
    return testAccountKey(address, 1, name);
  };
  for (let from = 0; from < removed + kept; from += perBlock) {
    const all = Array.from({ length: Math.min(perBlock, removed + kept - from) }, (_, i) => from + i);
    await store.commit(ledger.batch([[{ writes: all.map((i) => ({ key: keyOf(i), value: Uint8Array.of(1) })) }]]));
    const gone = all.filter((i) => i < removed);
    if (gone.length > 0)
      await store.commit(ledger.batch([[{ writes: gone.map((i) => ({ key: keyOf(i), value: undefined })) }]]));
  }
  await store.commit(ledger.batch([[{}]]));
  return store;
}

async function pruneToHead(store: SqliteStore): Promise<void> {
  const { version } = (await store.summary())!;
  while (!(await store.prune({ stateVersion: version, ledgerVersion: version }, 50_000)).done);
}

/** Lists the account from cursor to cursor. */
async function walkPages(store: SqliteStore): Promise<{ pages: number; longest: number }> {
  const { version } = (await store.summary())!;
  let pages = 0;
  let longest = 0;
  let start: Uint8Array | undefined;
  do {
    const started = performance.now();
    const page = await store.listState({ version, prefix, start, limit: kept });
    longest = Math.max(longest, performance.now() - started);
    pages++;
    start = page.next;
  } while (start !== undefined);
  return { pages, longest };
}

async function listRate(store: SqliteStore): Promise<number> {
  const { version } = (await store.summary())!;
  let entries = 0;
  const started = performance.now();
  for (let i = 0; i < 200; i++) entries += (await store.listState({ version, prefix, limit: kept })).entries.length;
  const elapsed = performance.now() - started;
  if (entries !== 200 * kept) throw new Error(`${entries} entries were listed`);
  return (entries / elapsed) * 1_000;
}
