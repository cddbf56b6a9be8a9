import { join } from "node:path";
import type { Row } from "@ledger/bench-report";
import type { LedgerReader } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger } from "@ledger/state-store/testing";
import { removeDatabase } from "./build.ts";
import { createUniform, keys, makeValue } from "./dataset.ts";
import { pair } from "./report.ts";

const readKeys = 200;
const readsPerRound = 100_000;
const peer = "the same keys with a short history";
/** A hundred times the history may cost 1.3 times as much. */
const flat = 0.77;

/** Is a read as fast, and a listing as long, when every key has a hundred times more history? */
export async function measureHistory(folder: string, rounds: number): Promise<Row[]> {
  const [short, long] = [20, 2_000].map((versions) => ({ versions, ...makeStore(folder, versions) }));
  const reads = { short: [] as number[], long: [] as number[] };
  const lists = { short: [] as number[], long: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, side] of [
      ["short", short!],
      ["long", long!],
    ] as const) {
      const read = await readRate(side.store, side.versions, 50 + round);
      const list = await listRate(side.store, side.versions);
      if (round < 0) continue;
      reads[name].push(read);
      lists[name].push(list);
    }
  }
  for (const side of [short!, long!]) {
    await side.store.close();
    removeDatabase(side.path);
  }
  return [
    pair("point read, 100 times the history", peer, "reads/s", reads.long, reads.short, { target: flat }),
    pair("listing, 100 times the history", peer, "entries/s", lists.long, lists.short, { target: flat }),
  ];
}

/** Every version of the store writes every key, so that nothing but the history differs; the log is merged. */
function makeStore(folder: string, versions: number) {
  const path = join(folder, `history-${versions}.db`);
  removeDatabase(path);
  const store = openSqliteStore(path, { logRows: readKeys * versions });
  const ledger = buildLedger();
  for (let version = 0; version < versions; version++) {
    const writes = Array.from({ length: readKeys }, (_, key) => ({ key: keys[key]!, value: makeValue(key, version) }));
    store.commit(ledger.batch([[{ writes }]]));
  }
  store.planPrune({ stateVersion: BigInt(versions - 1), ledgerVersion: 0n });
  return { path, store };
}

async function readRate(reader: LedgerReader, versions: number, seed: number): Promise<number> {
  const uniform = createUniform(seed);
  let elapsed = 0;
  for (let done = 0; done < readsPerRound; done += 1_000) {
    const started = performance.now();
    for (let i = 0; i < 1_000; i++) {
      reader.readState(BigInt(Math.floor(uniform() * versions)), keys[Math.floor(uniform() * readKeys)]!);
    }
    elapsed += performance.now() - started;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (readsPerRound / elapsed) * 1_000;
}

async function listRate(reader: LedgerReader, versions: number): Promise<number> {
  let entries = 0;
  const started = performance.now();
  for (let i = 0; i < 100; i++) {
    const version = BigInt(Math.floor((i / 100) * versions));
    const page = await reader.listState({ version, prefix: new Uint8Array(0), limit: 100 });
    entries += page.entries.length;
  }
  return (entries / (performance.now() - started)) * 1_000;
}
