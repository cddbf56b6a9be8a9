import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { median, quantile, type Row } from "@ledger/bench-report";
import { buildTree, type LedgerStore, StateTree, TreeWriter } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { type HashValue, hashStateKey, type StateWrite } from "@ledger/types";
import Database from "better-sqlite3";
import { copyDatabase, removeDatabase } from "./build.ts";
import { createUniform, valueBytes } from "./dataset.ts";
import { pair } from "./report.ts";

/** Keys of a block: of a public network's, and of one with a thousand transactions of eight writes. */
const loads = [
  { name: "blocks of 50 keys", records: 10, writes: 5, blocks: 200, target: 0.7 },
  { name: "blocks of 1,000 transactions, 8 keys each", records: 1_000, writes: 8, blocks: 4, target: 0.5 },
] as const;

/** Keys that are written in one block while the store is filled. */
const fillKeys = 20_000;

/** Single proofs that are timed, of the newest block and of the oldest one that this run has written. */
const proofs = 2_000;

/**
 * How fast are durable commits with the state tree, compared with commits alone, how large is the tree, and how long does a proof take?
 * Both sides write the same keys to files that are equal before.
 */
export async function measureProofs(
  folder: string,
  keys: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const path = await buildProved(folder, keys, log);
  const result: Row[] = [];
  for (const load of loads) {
    const [plain, proved] = await Promise.all(
      (["plain", "proved"] as const).map((side) => openSide(folder, path, side, keys)),
    );
    for (let round = 0; round < rounds; round++) {
      for (const side of [plain!, proved!]) {
        for (let i = 0; i < load.blocks; i++) await side.commit(load.records, load.writes);
      }
    }
    for (const { name, times, cpu } of [plain!, proved!]) {
      log(
        `proofs, ${load.name}, ${name}: median ${median(times).toFixed(2)} ms, mean ${mean(times).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; processor ${mean(cpu).toFixed(2)} ms`,
      );
    }
    const work = `durable commits with proofs, ${load.name}, ${keys.toLocaleString("en")} keys`;
    const rate = ({ times }: Side) => [1_000 / mean(times)];
    result.push(pair(work, "the same without", "blocks/s", rate(proved!), rate(plain!), { target: load.target }));
    result.push(...(await timeProofs(proved!, keys, load.name)));
    await plain!.close();
    await proved!.close();
  }
  return [...result, ...treeSize(path, keys)];
}

interface Side {
  readonly name: string;
  readonly times: number[];
  readonly cpu: number[];
  readonly store: LedgerStore;
  readonly ends: bigint[];
  commit(records: number, writes: number): Promise<void>;
  close(): Promise<void>;
}

async function openSide(folder: string, path: string, name: "plain" | "proved", keys: number): Promise<Side> {
  const copy = copyDatabase(path, join(folder, `proofs-${name}.db`));
  const store = openSqliteStore(copy);
  const { version, blockHeight } = (await store.summary())!;
  const ledger = buildLedger({ version: version + 1n, height: blockHeight + 1n });
  const tree = new StateTree(store.tree!, store);
  const head = (await tree.head())!;
  const writer = new TreeWriter(store.tree!, head, await tree.frontierAt(head.version + 1n));
  const uniform = createUniform(77);
  const side: Side = {
    name,
    store,
    times: [],
    cpu: [],
    ends: [],
    async commit(records, writes) {
      const specs = Array.from({ length: records }, () => ({
        writes: Array.from({ length: writes }, () => writeOf(Math.floor(uniform() * keys), uniform)),
      }));
      const batch = ledger.batch([specs]);
      const [started, before] = [performance.now(), process.cpuUsage()];
      await store.commit(batch);
      if (name === "proved") await writer.add(batch.blocks[0]!);
      side.times.push(performance.now() - started);
      const { user, system } = process.cpuUsage(before);
      side.cpu.push((user + system) / 1_000);
      side.ends.push(batch.blocks[0]!.lastVersion);
    },
    async close() {
      await store.close();
      removeDatabase(copy);
    },
  };
  return side;
}

async function timeProofs({ store, ends }: Side, keys: number, load: string): Promise<Row[]> {
  const tree = new StateTree(store.tree!, store);
  const rows: Row[] = [];
  for (const [name, version] of [
    ["the newest block", ends.at(-1)!],
    ["an old block", ends[Math.floor(ends.length / 3)]!],
  ] as const) {
    const uniform = createUniform(5);
    const times: number[] = [];
    for (let i = 0; i < proofs; i++) {
      const key: HashValue = hashStateKey(keyOf(Math.floor(uniform() * keys)));
      const started = performance.now();
      await tree.prove(version, [key]);
      times.push(performance.now() - started);
    }
    const work = `proof of a key at ${name} (${load})`;
    rows.push(pair(work, "2 ms", "ms", [median(times)], [2], { better: "less", target: 1 }));
  }
  return rows;
}

/** Bytes of the tree right after it was built. */
function treeSize(path: string, keys: number): Row[] {
  const database = new Database(path, { readonly: true });
  const bytes = database.prepare<[], number>("select sum(pgsize) from dbstat where name like 'tree%'").pluck().get();
  database.close();
  return [
    pair(
      "bytes of the tree for each key",
      "bytes of the file for each key",
      "bytes",
      [(bytes ?? 0) / keys],
      [statSync(path).size / keys],
      {
        better: "less",
      },
    ),
  ];
}

/** Fills a store and builds its tree, once; later runs find the file. */
async function buildProved(folder: string, keys: number, log: (line: string) => void): Promise<string> {
  const path = join(folder, `proofs-${keys}.db`);
  if (existsSync(path)) return path;
  const draft = join(folder, "proofs-draft.db");
  removeDatabase(draft);
  const store = openSqliteStore(draft);
  const ledger = buildLedger();
  const uniform = createUniform(3);
  let started = performance.now();
  store.commit(ledger.batch([[{ writes: [] }]]));
  for (let from = 0; from < keys; from += fillKeys) {
    const specs = Array.from({ length: fillKeys / 100 }, (_, record) => ({
      writes: Array.from({ length: 100 }, (_, i) => writeOf(from + 100 * record + i, uniform)),
    }));
    store.commit(ledger.batch([specs]));
  }
  log(`proofs: ${keys} keys in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  started = performance.now();
  await buildTree({ store, tree: store.tree! });
  log(`proofs: their tree in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  store.close();
  renameSync(draft, path);
  removeDatabase(draft);
  return path;
}

function keyOf(number: number): Uint8Array {
  return testAccountKey(
    testAddress(Math.floor(number / 10)),
    1,
    Uint8Array.from({ length: 40 }, (_, i) => (number % 10) + i),
  );
}

function writeOf(number: number, uniform: () => number): StateWrite {
  const value = Buffer.alloc(valueBytes, number & 255);
  value.writeDoubleLE(uniform(), 0);
  return { key: keyOf(number), value, metadata: undefined };
}

function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}
