import { join } from "node:path";
import type { Row } from "@ledger/bench-report";
import type { LedgerReader } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { removeDatabase } from "./build.ts";
import { createUniform, makeValue } from "./dataset.ts";
import { pair } from "./report.ts";

const readsPerTurn = 50_000;
const readsPerBurst = 500;
const listedPages = 200;
const keysPerPage = 100;
const turnsPerRound = 4;
const warmUpTurns = 4;
const peer = "keys with a hundredth of the history";
/** A hundred times the history may cost 1.3 times as much. */
const flat = 0.77;

/** Some keys of one kind: how many there are, and how often each has been written. */
interface KeyGroup {
  readonly name: string;
  readonly keys: readonly Uint8Array[];
  readonly prefix: Uint8Array;
  readonly versions: number;
}

/**
 * Is a read as fast, and a listing as long, for keys with a hundred times more history? Both kinds of keys share one store
 * and have as many rows in it, so that nothing but the history differs: neither the size of the file nor the depth of its trees.
 */
export async function measureHistory(
  folder: string,
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const blocks = 2_000;
  const often = makeGroup("often", 1, Math.round(rows / 2 / blocks), blocks);
  const seldom = makeGroup("seldom", 2, often.keys.length * 100, blocks / 100);
  const path = join(folder, "history.db");
  const store = fill(path, often, seldom, blocks, log);
  const reads: Record<string, number[]> = { often: [], seldom: [] };
  const lists: Record<string, number[]> = { often: [], seldom: [] };
  for (let turn = -warmUpTurns; turn < rounds * turnsPerRound; turn++) {
    for (const group of [often, seldom]) {
      const read = await readRate(store, group, blocks, 50 + turn);
      const list = await listRate(store, group, blocks, 50 + turn);
      if (turn < 0) continue;
      reads[group.name]!.push(read);
      lists[group.name]!.push(list);
    }
  }
  store.close();
  removeDatabase(path);
  return [
    pair("point read, 100 times the history", peer, "reads/s", reads.often!, reads.seldom!, { target: flat }),
    pair("listing, 100 times the history", peer, "entries/s", lists.often!, lists.seldom!, { target: flat }),
  ];
}

function makeGroup(name: string, account: number, count: number, versions: number): KeyGroup {
  const address = testAddress(account);
  const keys = Array.from({ length: count }, (_, i) => {
    const path = Buffer.alloc(40);
    path.writeUInt32BE(Math.imul(i, 0x9e3779b1) >>> 0);
    path.writeUInt32BE(i, 4);
    return testAccountKey(address, 1, path);
  });
  return { name, keys, prefix: keys[0]!.subarray(0, 33), versions };
}

/** Every block writes each key of the one group and a hundredth of the other, in turn; then the log is merged. */
function fill(path: string, often: KeyGroup, seldom: KeyGroup, blocks: number, log: (line: string) => void) {
  const started = performance.now();
  removeDatabase(path);
  const store = openSqliteStore(path);
  const ledger = buildLedger();
  for (let block = 0; block < blocks; block++) {
    const writes = often.keys.map((key, i) => ({ key, value: makeValue(i, block) }));
    for (let i = block % 100; i < seldom.keys.length; i += 100)
      writes.push({ key: seldom.keys[i]!, value: makeValue(i, block) });
    store.commit(ledger.batch([[{ writes }]]));
  }
  store.planPrune({ stateVersion: BigInt(blocks - 1), ledgerVersion: 0n });
  log(
    `history: ${often.keys.length} keys with ${often.versions} versions, ${seldom.keys.length} with ${seldom.versions}, in ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  );
  return store;
}

async function readRate(reader: LedgerReader, { keys }: KeyGroup, blocks: number, seed: number): Promise<number> {
  const uniform = createUniform(seed);
  let elapsed = 0;
  for (let done = 0; done < readsPerTurn; done += readsPerBurst) {
    const requests = Array.from({ length: readsPerBurst }, () => ({
      version: chooseVersion(uniform, blocks),
      key: keys[Math.floor(uniform() * keys.length)]!.slice(),
    }));
    const started = performance.now();
    for (const { version, key } of requests) reader.readState(version, key);
    elapsed += performance.now() - started;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (readsPerTurn / elapsed) * 1_000;
}

async function listRate(reader: LedgerReader, group: KeyGroup, blocks: number, seed: number): Promise<number> {
  const uniform = createUniform(seed);
  let entries = 0;
  const started = performance.now();
  for (let i = 0; i < listedPages; i++) {
    const start = group.keys[Math.floor(uniform() * group.keys.length)]!;
    const version = chooseVersion(uniform, blocks);
    const page = await reader.listState({ version, prefix: group.prefix, start, limit: keysPerPage });
    entries += page.entries.length;
  }
  return (entries / (performance.now() - started)) * 1_000;
}

/** Of the versions at which every key has been written. */
function chooseVersion(uniform: () => number, blocks: number): bigint {
  return BigInt(100 + Math.floor(uniform() * (blocks - 100)));
}
