import { join } from "node:path";
import type { Row } from "@ledger/bench-report";
import { openSqliteStore, type SqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger, testAccountKey, testAddress } from "@ledger/state-store/testing";
import { removeDatabase } from "./build.ts";
import { pair } from "./report.ts";

const address = testAddress(7);
const perBlock = 10_000;
const kept = 100;
/** What went may cost 1.3 times as much. */
const flat = 0.77;

/** Is the listing of an account as fast after many of its keys have been removed as when they never were? */
export async function measureListings(folder: string, rounds: number, log: (line: string) => void): Promise<Row[]> {
  const path = join(folder, "list.db");
  const [few, many] = [20_000, 200_000];
  const stores = await Promise.all(
    [few, many].map((removed) => makeStore(path.replace(".db", `-${removed}.db`), removed)),
  );
  const rates: number[][] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const [i, store] of stores.entries()) {
      const rate = await listRate(store);
      if (round >= 0) rates[i]!.push(rate);
    }
  }
  for (const store of stores) await store.close();
  for (const removed of [few, many]) removeDatabase(path.replace(".db", `-${removed}.db`));
  log(`listing: ${kept} keys of an account that has lost ${many} others`);
  return [
    pair(`listing, ${many} removed keys behind the window`, `${few} removed keys`, "entries/s", rates[1]!, rates[0]!, {
      target: flat,
    }),
  ];
}

/** An account with some keys among many that were written and removed again, pruned up to the head. */
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
    store.commit(ledger.batch([[{ writes: all.map((i) => ({ key: keyOf(i), value: Uint8Array.of(1) })) }]]));
    const gone = all.filter((i) => i < removed);
    if (gone.length > 0)
      store.commit(ledger.batch([[{ writes: gone.map((i) => ({ key: keyOf(i), value: undefined })) }]]));
  }
  store.commit(ledger.batch([[{}]]));
  const { version } = (await store.summary())!;
  while (!(await store.prune({ stateVersion: version, ledgerVersion: version }, 50_000)).done);
  return store;
}

async function listRate(store: SqliteStore): Promise<number> {
  const { version } = (await store.summary())!;
  const prefix = testAccountKey(address, 1, new Uint8Array(8)).subarray(0, 33);
  let entries = 0;
  const started = performance.now();
  for (let i = 0; i < 200; i++) entries += (await store.listState({ version, prefix, limit: kept })).entries.length;
  const elapsed = performance.now() - started;
  if (entries !== 200 * kept) throw new Error(`${entries} entries were listed`);
  return (entries / elapsed) * 1_000;
}
