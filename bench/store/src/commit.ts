import { join } from "node:path";
import { median, quantile, type Row } from "@ledger/bench-report";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { copyDatabase, datasetVersions, removeDatabase, staleTable } from "./build.ts";
import { continueDataset, keysOf, makeValue, versionsPerBlock } from "./dataset.ts";
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

/** Blocks after which the process has seen the keys and the pages that it writes: the worst block is told with and without. */
const coldBlocks = 16;

/**
 * How fast are durable commits of 1,000-transaction blocks (8 writes each) beside a table that is written in place, in SQLite
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
  const sides: Commits[] = [storeSide(folder, storePath, rows), plainSide(folder, plainPath, rows)];
  const postgres = await postgresSide(rows, log);
  if (postgres === undefined) log("PostgreSQL is not installed: not compared");
  else sides.push(postgres);
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) for (let i = 0; i < side.blocks; i++) await side.commit();
  }
  for (const { name, times, cpu, close } of sides) {
    await close();
    log(
      `commit, ${name}: block median ${median(times).toFixed(1)} ms, mean ${mean(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms (${Math.max(...times.slice(coldBlocks)).toFixed(0)} ms after ${coldBlocks} blocks); CPU mean ${mean(cpu).toFixed(0)} ms`,
    );
  }
  const [store, ...peers] = sides;
  const rate = ({ times }: Commits) => [(versionsPerBlock * 1_000) / mean(times)];
  const work = "durable commit of 1,000-transaction blocks";
  return [
    ...peers.map((peer) => pair(work, peer.name, "transactions/s", rate(store!), rate(peer))),
    pair("longest commit of a block", "100 ms", "ms", [Math.max(...store!.times.slice(coldBlocks))], [100], "less"),
  ];
}

function storeSide(folder: string, path: string, rows: number): Commits {
  const copy = copyDatabase(path, join(folder, "commit-store.db"));
  const store = openSqliteStore(copy);
  const next = continueDataset({
    version: BigInt(datasetVersions(rows) - 1),
    blockHeight: BigInt((datasetVersions(rows) - 1) / versionsPerBlock),
  });
  const times: number[] = [];
  const cpu: number[] = [];
  return {
    name: "@ledger/state-store",
    blocks: 64,
    times,
    cpu,
    commit() {
      const batch = next();
      const [started, before] = [performance.now(), process.cpuUsage()];
      store.commit(batch);
      times.push(performance.now() - started);
      cpu.push(cpuSince(before));
    },
    close() {
      store.close();
      removeDatabase(copy);
    },
  };
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
async function postgresSide(rows: number, log: (line: string) => void): Promise<Commits | undefined> {
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
