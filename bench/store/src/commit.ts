import { join } from "node:path";
import { median, type Row } from "@ledger/bench-report";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { copyDatabase, datasetVersions, removeDatabase, staleTable } from "./build.ts";
import { continueDataset, keysOf, makeValue, versionsPerBlock } from "./dataset.ts";
import { pair } from "./report.ts";

/** Commits of one side: milliseconds per block. */
interface Commits {
  readonly name: string;
  readonly commit: () => void;
  readonly close: () => void;
  readonly times: number[];
  /** Of the commits, milliseconds; on a busy machine the steadier figure. */
  readonly cpu: number[];
}

/** How fast are durable commits of 1,000-transaction blocks (8 writes each) beside a table that is written in place? */
export function measureCommits(
  folder: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Row[] {
  const sides = [storeSide(folder, storePath, rows), plainSide(folder, plainPath, rows)];
  const [blocksOfStore, blocksOfPlain] = [64, 8];
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const blocks = side.name === "store" ? blocksOfStore : blocksOfPlain;
      for (let i = 0; i < blocks; i++) side.commit();
    }
  }
  for (const side of sides) {
    side.close();
    const mean = side.times.reduce((sum, time) => sum + time, 0) / side.times.length;
    log(
      `commit, ${side.name}: block median ${median(side.times).toFixed(1)} ms, mean ${mean.toFixed(1)} ms, worst ${Math.max(...side.times).toFixed(0)} ms; CPU median ${median(side.cpu).toFixed(0)} ms`,
    );
  }
  const [store, plain] = sides.map(({ times }) => [
    (versionsPerBlock * 1_000 * times.length) / times.reduce((a, b) => a + b),
  ]);
  return [
    pair(
      "durable commit of 1,000-transaction blocks",
      "SQLite table written in place",
      "transactions/s",
      store!,
      plain!,
    ),
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
    name: "store",
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
    name: "in place",
    times,
    cpu,
    commit() {
      const writes: [number, number, Buffer][] = [];
      for (let i = 0; i < versionsPerBlock; i++, version++) {
        for (const key of keysOf(version)) writes.push([key, version, makeValue(key, version)]);
      }
      const [started, before] = [performance.now(), process.cpuUsage()];
      database.exec("begin immediate");
      for (const [key, at, value] of writes) {
        insert.run(key, at, value);
        insertStale.run(at, key, at - 1);
      }
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

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
