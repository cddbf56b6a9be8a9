import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { median, quantile, type Row } from "@ledger/bench-report";
import { buildTree, type LedgerReader, StateTree } from "@ledger/state-store";
import { openSqliteReader, openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import { buildLedger, withWriteSets } from "@ledger/store-contract/build-ledger";
import { type HashValue, hashStateKey, type StateWrite } from "@ledger/types";
import Database from "better-sqlite3";
import { copyDatabase, removeDatabase } from "./build.ts";
import { createUniform, rawKey, valueBytes } from "./dataset.ts";
import { pair } from "./report.ts";
import { TreeThread } from "./tree-thread.ts";

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
 * How fast are durable commits while a thread keeps the state tree, compared with commits alone, how far behind is the tree, how large is
 * it, and how long does a proof take? Both sides write the same keys to files that are equal before.
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
    const plain = await openSide(folder, path, "plain", keys);
    const proved = await openSide(folder, path, "proved", keys);
    for (let round = 0; round < rounds; round++) {
      for (const side of [plain, proved]) {
        const started = performance.now();
        for (let i = 0; i < load.blocks; i++) await side.commit(load.records, load.writes);
        await side.settle();
        side.rounds.push(performance.now() - started);
      }
    }
    for (const { name, times, cpu } of [plain, proved]) {
      log(
        `proofs, ${load.name}, ${name}: committing thread, a block: median ${median(times).toFixed(2)} ms, mean ${mean(times).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; processor ${mean(cpu).toFixed(2)} ms`,
      );
    }
    const { treeCpu, lags } = proved;
    log(
      `proofs, ${load.name}, tree: processor ${(treeCpu() / (rounds * load.blocks)).toFixed(2)} ms a block; a block is in the tree after ${median(lags).toFixed(1)} ms, at most ${Math.max(...lags).toFixed(0)} ms`,
    );
    const work = (how: string) =>
      `durable commits with proofs, ${load.name}, ${keys.toLocaleString("en")} keys, ${how}`;
    const peer = "the same without";
    const rate = (times: readonly number[]) => [1_000 / mean(times)];
    const { target } = load;
    result.push(
      pair(work("processor time of the committing thread"), peer, "blocks/s", rate(proved.cpu), rate(plain.cpu), {
        target,
      }),
      pair(work("clock of the committing thread"), peer, "blocks/s", rate(proved.times), rate(plain.times), { target }),
      pair(
        work("until the tree has all of them"),
        peer,
        "blocks/s",
        [(1_000 * load.blocks) / mean(proved.rounds)],
        [(1_000 * load.blocks) / mean(plain.rounds)],
      ),
      ...(await timeProofs(proved, keys, load.name)),
    );
    await plain.close();
    await proved.close();
  }
  return [...result, ...treeSize(path, keys)];
}

/** Commits to a store, with a tree that follows it or without. Times in milliseconds. */
interface Side {
  readonly name: string;
  /** Of each commit. */
  readonly times: number[];
  readonly cpu: number[];
  /** From each commit until the tree has it. */
  readonly lags: number[];
  /** Of each round, until the tree has all of it. */
  readonly rounds: number[];
  readonly store: LedgerReader;
  readonly ends: bigint[];
  treeCpu(): number;
  commit(records: number, writes: number): Promise<void>;
  /** Waits until the tree has everything. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

async function openSide(folder: string, path: string, name: "plain" | "proved", keys: number): Promise<Side> {
  const copy = copyDatabase(path, join(folder, `proofs-${name}.db`));
  const treeCopy = copyDatabase(treeOf(path), join(folder, `proofs-${name}-tree.db`));
  const store = openSqliteStore(copy);
  const reader = openSqliteReader(copy, { treePath: treeCopy });
  const { version, blockHeight } = (await store.summary())!;
  const ledger = buildLedger({ version: version + 1n, height: blockHeight + 1n });
  const thread = name === "plain" ? undefined : new TreeThread(copy, treeCopy);
  await thread?.reach(version);
  const uniform = createUniform(77);
  /** Blocks that the tree does not have, with the times at which they were committed. */
  const open: { readonly version: bigint; readonly at: number }[] = [];
  const side: Side = {
    name,
    store: reader,
    times: [],
    cpu: [],
    lags: [],
    rounds: [],
    ends: [],
    treeCpu: () => thread?.cpu ?? 0,
    async commit(records, writes) {
      const specs = Array.from({ length: records }, () => {
        const numbers = new Set<number>();
        while (numbers.size < writes) numbers.add(Math.floor(uniform() * keys));
        return { writes: [...numbers].map((number) => writeOf(number, uniform)) };
      });
      const made = ledger.batch([specs]);
      const batch = { ...made, blocks: made.blocks.map(withWriteSets) };
      const [started, before] = [performance.now(), process.threadCpuUsage()];
      await store.commit(batch);
      const { user, system } = process.threadCpuUsage(before);
      side.cpu.push((user + system) / 1_000);
      side.times.push(performance.now() - started);
      const { lastVersion } = batch.blocks[0]!;
      side.ends.push(lastVersion);
      open.push({ version: lastVersion, at: performance.now() });
      // Lets reports of the tree arrive.
      await nextTurn();
    },
    settle: async () => thread?.reach(side.ends.at(-1)!),
    async close() {
      await thread?.close();
      await reader.close();
      await store.close();
      removeDatabase(copy);
      removeDatabase(treeCopy);
    },
  };
  if (thread !== undefined) {
    thread.onReport = ({ version: reached }) => {
      const now = performance.now();
      while (open.length > 0 && open[0]!.version <= reached) side.lags.push(now - open.shift()!.at);
    };
  }
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
      const key: HashValue = hashStateKey(rawKey(Math.floor(uniform() * keys)));
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
  const database = new Database(treeOf(path), { readonly: true });
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
  const path = join(folder, `proofs-apart-${keys}.db`);
  if (existsSync(path)) return path;
  const draft = join(folder, "proofs-draft.db");
  removeDatabase(draft);
  removeDatabase(treeOf(path));
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
  const tree = openSqliteTree(treeOf(path));
  await buildTree({ store, tree });
  await tree.close();
  log(`proofs: their tree in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  store.close();
  renameSync(draft, path);
  removeDatabase(draft);
  return path;
}

/** The file with the tree of a store. */
function treeOf(path: string): string {
  return path.replace(/\.db$/, "-tree.db");
}

function writeOf(number: number, uniform: () => number): StateWrite {
  const value = Buffer.alloc(valueBytes, number & 255);
  value.writeDoubleLE(uniform(), 0);
  return { key: rawKey(number), value, metadata: undefined };
}

function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}
