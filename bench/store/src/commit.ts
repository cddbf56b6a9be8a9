import { spawnSync } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { median, quantile, type Row } from "@ledger/bench-report";
import { type CheckpointThread, createCheckpointThread, openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { copyDatabase, datasetVersions, removeDatabase, staleTable } from "./build.ts";
import { continueDataset, createUniform, keysOf, makeValue, versionsPerBlock } from "./dataset.ts";
import { fillPostgres, startPostgres } from "./postgres.ts";
import { pair } from "./report.ts";

/** Commits of one side: milliseconds per block. */
interface Commits {
  readonly name: string;
  /** Blocks per round: the store's cost depends on where its merge stands, so it gets more. */
  readonly blocks: number;
  readonly commit: () => void | Promise<void>;
  readonly close: () => void | Promise<void>;
  readonly times: number[];
  /** Of the commits, milliseconds; on a busy machine the steadier figure. */
  readonly cpu: number[];
}

/** Bytes that a block's own transaction writes: the disk is asked to take as much, and nothing else. */
const blockBytes = 2_000_000;

/**
 * How fast are durable commits of 1,000-transaction blocks (8 writes each), compared with a table that is written in place, in SQLite
 * and in PostgreSQL?
 */
export async function measureCommits(
  folder: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  // First the one whose longest block is asked for: it pays for code that is not compiled yet.
  const threaded = storeSide(folder, storePath, rows, createCheckpointThread());
  const store = storeSide(folder, storePath, rows, undefined);
  const plain = plainSide(folder, plainPath, rows);
  const sides: Commits[] = [threaded, store, plain];
  const postgres = await postgresSide(rows, log);
  if (postgres === undefined) log("PostgreSQL is not installed: not compared");
  else sides.push(postgres);
  const disk = diskSide(folder);
  sides.push(disk, processorSide());
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      await postgres?.settle();
      // What the others left to the system has reached the disk.
      spawnSync("sync");
      for (let i = 0; i < side.blocks; i++) await side.commit();
    }
  }
  for (const { name, times, cpu, close } of sides) {
    await close();
    log(
      `commit, ${name}: block median ${median(times).toFixed(1)} ms, mean ${mean(times).toFixed(1)} ms, p90 ${quantile(times, 0.9).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms; CPU mean ${mean(cpu).toFixed(0)} ms`,
    );
  }
  for (const { name, slowest } of [threaded, store]) log(`commit, worst blocks, ${name}: ${slowest().join("; ")}`);
  const rate = ({ times }: Commits) => [(versionsPerBlock * 1_000) / mean(times)];
  const result: Row[] = [];
  for (const { work, side } of [
    { work: "durable commit of 1,000-transaction blocks", side: store },
    { work: "the same with a checkpoint thread", side: threaded },
  ]) {
    const own = rate(side);
    const worst = [Math.max(...side.times)];
    result.push(pair(work, plain.name, "transactions/s", own, rate(plain), { target: 3.5 }));
    if (postgres !== undefined)
      result.push(pair(work, postgres.name, "transactions/s", own, rate(postgres), { target: 1.2 }));
    result.push(
      pair(`${work}, longest block`, "100 ms", "ms", worst, [100], { better: "less", target: 1 }),
      pair(`${work}, longest block`, "the disk's longest sync", "ms", worst, [Math.max(...disk.times)], {
        better: "less",
      }),
    );
  }
  return result;
}

/** The disk alone: as many bytes as a block's transaction has, appended and synced. */
function diskSide(folder: string): Commits {
  const path = join(folder, "commit-disk");
  const file = openSync(path, "w");
  const bytes = Buffer.alloc(blockBytes, 7);
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: `the disk alone, ${blockBytes / 1e6} MB appended and synced`,
    blocks: 32,
    times,
    cpu,
    commit() {
      const [started, before] = [performance.now(), process.cpuUsage()];
      writeSync(file, bytes);
      fdatasyncSync(file);
      times.push(performance.now() - started);
      cpu.push(cpuSince(before));
    },
    close() {
      closeSync(file);
      rmSync(path);
    },
  };
}

function storeSide(
  folder: string,
  path: string,
  rows: number,
  checkpointThread: CheckpointThread | undefined,
): Commits & { readonly slowest: () => string[] } {
  const kind = checkpointThread === undefined ? "alone" : "thread";
  const copy = copyDatabase(path, join(folder, `commit-store-${kind}.db`));
  const phases = new PhaseClock();
  const store = openSqliteStore(copy, {
    checkpointThread,
    onStep: (step, moment) => phases.end(`${step} ${moment}`),
  });
  const next = continueDataset({
    version: BigInt(datasetVersions(rows) - 1),
    blockHeight: BigInt((datasetVersions(rows) - 1) / versionsPerBlock),
  });
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: checkpointThread === undefined ? "@ledger/state-store" : "@ledger/state-store with a checkpoint thread",
    blocks: 64,
    times,
    cpu,
    commit() {
      const batch = next();
      const [started, before] = [performance.now(), process.cpuUsage()];
      phases.begin();
      store.commit(batch);
      times.push(performance.now() - started);
      cpu.push(cpuSince(before));
    },
    async close() {
      await checkpointThread?.close();
      store.close();
      removeDatabase(copy);
    },
    slowest() {
      const order = times.map((_, i) => i).sort((a, b) => times[b]! - times[a]!);
      return order
        .slice(0, 3)
        .map(
          (i) =>
            `block ${i + 1}, ${times[i]!.toFixed(0)} ms (CPU ${cpu[i]!.toFixed(0)}): ${phases.describe(i, times[i]!)}`,
        );
    },
  };
}

/** The processor alone: the same arithmetic every time, so that what differs is the machine's doing. */
function processorSide(): Commits {
  const uniform = createUniform(5);
  const unsorted = Float64Array.from({ length: 500_000 }, uniform);
  const work = new Float64Array(unsorted.length);
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: `the processor alone, ${unsorted.length} numbers sorted`,
    blocks: 32,
    times,
    cpu,
    commit() {
      const [started, before] = [performance.now(), process.cpuUsage()];
      work.set(unsorted);
      work.sort();
      times.push(performance.now() - started);
      cpu.push(cpuSince(before));
    },
    close: () => undefined,
  };
}

/** Times of the parts of each commit, and of the garbage collection meanwhile. */
class PhaseClock {
  readonly #phases: Record<string, number>[] = [];
  readonly #begins: number[] = [];
  readonly #collections: PerformanceEntry[] = [];
  #last = 0;

  constructor() {
    new PerformanceObserver((list) => this.#collections.push(...list.getEntries())).observe({ type: "gc" });
  }

  /** A commit begins. */
  begin(): void {
    this.#phases.push({});
    this.#last = performance.now();
    this.#begins.push(this.#last);
  }

  /** A part of it ends: before and after the end of a transaction, which writes its pages, and after a checkpoint. */
  end(name: string): void {
    const now = performance.now();
    const phases = this.#phases.at(-1);
    if (phases !== undefined) phases[name] = (phases[name] ?? 0) + now - this.#last;
    this.#last = now;
  }

  describe(index: number, ms: number): string {
    const begin = this.#begins[index]!;
    const collected = this.#collections
      .filter(({ startTime }) => startTime >= begin && startTime < begin + ms)
      .reduce((sum, { duration }) => sum + duration, 0);
    const { "merge before": merging = 0, "merge after": merged = 0, ...rest } = this.#phases[index]!;
    const { "commit before": writing = 0, "commit after": written = 0, "checkpoint after": emptied = 0 } = rest;
    const parts = {
      "block rows": writing,
      "write and sync": written,
      "merge rows": merging,
      "write their pages": merged,
      "empty the log": emptied,
      "of it garbage collection": collected,
    };
    return Object.entries(parts)
      .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
      .join(", ");
  }
}

/** One row per write and one per stale value, one transaction per block, with the durability that the store gives. */
function plainSide(folder: string, path: string, rows: number): Commits {
  const copy = copyDatabase(path, join(folder, "commit-plain.db"));
  const database = new Database(copy);
  database.pragma("synchronous = full");
  database.pragma("cache_size = -65536");
  database.pragma("mmap_size = 2147418112");
  database.pragma("wal_autocheckpoint = 4000");
  database.exec(staleTable);
  const insert = database.prepare("insert into state_values values (?, ?, ?)");
  const insertStale = database.prepare("insert or ignore into stale values (?, ?, ?)");
  let version = datasetVersions(rows);
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: "SQLite table written in place",
    blocks: 8,
    times,
    cpu,
    commit() {
      const writes: [number, number, Buffer][] = [];
      for (let i = 0; i < versionsPerBlock; i++, version++) {
        for (const key of keysOf(version)) writes.push([key, version, makeValue(key, version)]);
      }
      const [started, before] = [performance.now(), process.cpuUsage()];
      database.exec("begin immediate");
      // In key order: neighbours share pages.
      for (const [key, at, value] of writes.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) insert.run(key, at, value);
      for (const [key, at] of writes) insertStale.run(at, key, at - 1);
      database.exec("commit");
      times.push(performance.now() - started);
      cpu.push(cpuSince(before));
    },
    close() {
      database.close();
      removeDatabase(copy);
    },
  };
}

/** The same rows in one transaction per block, sent as three arrays: the fastest way that its client has. */
async function postgresSide(
  rows: number,
  log: (line: string) => void,
): Promise<(Commits & { readonly settle: () => Promise<unknown> }) | undefined> {
  const cluster = await startPostgres();
  if (cluster === undefined) return undefined;
  const started = performance.now();
  await fillPostgres(cluster, rows);
  log(`PostgreSQL: filled in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  const { client } = cluster;
  const insert = "insert into state_values select * from unnest($1::int8[], $2::int8[], $3::bytea[])";
  const insertStale =
    "insert into stale select * from unnest($1::int8[], $2::int8[], $3::int8[]) on conflict do nothing";
  let version = datasetVersions(rows);
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: "PostgreSQL",
    blocks: 8,
    times,
    cpu,
    async commit() {
      const keyIds: number[] = [];
      const versions: number[] = [];
      const values: Buffer[] = [];
      for (let i = 0; i < versionsPerBlock; i++, version++) {
        for (const key of keysOf(version)) {
          keyIds.push(key);
          versions.push(version);
          values.push(makeValue(key, version));
        }
      }
      const [begun, before] = [performance.now(), process.cpuUsage()];
      await client.query("begin");
      await client.query({ name: "values", text: insert, values: [keyIds, versions, values] });
      const stale = [versions, keyIds, versions.map((one) => one - 1)];
      await client.query({ name: "stale", text: insertStale, values: stale });
      await client.query("commit");
      times.push(performance.now() - begun);
      cpu.push(cpuSince(before));
    },
    /** Writes down what it would write down while others are measured. */
    settle: () => client.query("checkpoint"),
    close: () => cluster.close(),
  };
}

function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
