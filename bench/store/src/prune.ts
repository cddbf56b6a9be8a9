import { fork, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, type Row } from "@ledger/bench-report";
import { openSqliteStore, type SqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { copyDatabase, datasetVersions, removeDatabase } from "./build.ts";
import { keyCount, keysOf, writesPerVersion } from "./dataset.ts";
import { pair } from "./report.ts";

const stepRows = 2_000;
/** How long the reader is listened to where nothing is pruned, milliseconds. */
const listenMs = 2_000;

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly reads: number;
  readonly missing: number;
}

/**
 * How fast does state go, a fifth of all rows, and what does a reader in another process feel of it? Two controls
 * show what it feels of a machine with two cores anyway: the same reader of a store that is left alone, during the sweep of
 * a bare table and while two processes only count.
 */
export async function measurePrune(
  folder: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const versions = datasetVersions(rows);
  const target = Math.floor((rows / 5 + keyCount) / writesPerVersion);
  const rates: number[] = [];
  const bare: number[] = [];
  const idle: Latency[] = [];
  const busy: Latency[] = [];
  const besideSweep: Latency[] = [];
  const besideCounting: Latency[] = [];
  for (let round = 0; round < rounds; round++) {
    const copy = copyDatabase(storePath, join(folder, "prune.db"));
    const plain = openSweep(folder, plainPath, target);
    const store = openSqliteStore(copy);
    const reader = await startReader(copy, target, versions);
    idle.push(await reader.during(() => pause(listenMs)));
    busy.push(await reader.during(async () => void rates.push(await pruneTo(store, BigInt(target), log))));
    if (busy.at(-1)!.missing > 0) throw new Error("the reader missed values");
    besideSweep.push(await reader.during(() => void bare.push(plain.sweep())));
    besideCounting.push(await reader.during(countInTwoProcesses));
    await reader.close();
    store.close();
    plain.close();
    removeDatabase(copy);
    log(
      `prune: a bare table swept so, nothing else done or kept: ${bare.at(-1)!.toFixed(0)} rows/s. The reader's reads: idle ${describe(idle.at(-1)!)}; while its store is pruned ${describe(busy.at(-1)!)}; during the bare sweep ${describe(besideSweep.at(-1)!)}; beside two processes that count ${describe(besideCounting.at(-1)!)}`,
    );
  }
  const p99s = (latencies: readonly Latency[]) => latencies.map((one) => one.p99);
  const longest = (latencies: readonly Latency[]) => latencies.map((one) => one.longest);
  const longestWork = "reader's longest read while another process prunes";
  return [
    pair("prune a fifth of the state", "300,000 rows/s", "rows/s", rates, [300_000], { target: 1 }),
    pair("prune a fifth of the state", "a bare SQLite table swept in key order", "rows/s", rates, bare),
    pair("reader's p99 while another process prunes", "the same reader, idle", "us", p99s(busy), p99s(idle), {
      better: "less",
      target: 1 / 3,
    }),
    pair(longestWork, "5 ms", "us", [median(longest(busy))], [5_000], { better: "less", target: 1 }),
    pair(longestWork, "its longest, idle", "us", longest(busy), longest(idle), { better: "less" }),
    pair(longestWork, "its longest during a bare sweep", "us", longest(busy), longest(besideSweep), {
      better: "less",
    }),
    pair(longestWork, "its longest with two that count", "us", longest(busy), longest(besideCounting), {
      better: "less",
    }),
  ];
}

function describe({ p99, longest }: Latency): string {
  return `p99 ${p99.toFixed(0)} us, longest ${(longest / 1_000).toFixed(1)} ms`;
}

/** Prunes in steps, and lets the event loop turn between them. @returns rows/s */
async function pruneTo(store: SqliteStore, target: bigint, log: (line: string) => void): Promise<number> {
  let deleted = 0;
  let longestStep = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  for (let done = false; !done; ) {
    const step = performance.now();
    const progress = await store.prune({ stateVersion: target, ledgerVersion: 0n }, stepRows);
    longestStep = Math.max(longestStep, performance.now() - step);
    deleted += progress.deletedRows;
    done = progress.done;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const rate = (deleted / (performance.now() - started)) * 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  log(
    `prune: ${deleted} rows, ${rate.toFixed(0)} rows/s (${((deleted / (cpu.user + cpu.system)) * 1e6).toFixed(0)} per second of CPU), longest step ${longestStep.toFixed(1)} ms`,
  );
  return rate;
}

/** A process that reads the store all the time. */
async function startReader(path: string, oldest: number, versions: number) {
  const child = fork(
    fileURLToPath(new URL("prune-reader.ts", import.meta.url)),
    [path, String(oldest), String(versions)],
    { execArgv: ["--conditions=@ledger/source"] },
  );
  const hear = () => new Promise<unknown>((resolve) => child.once("message", resolve));
  const ask = async () => {
    const answer = hear();
    child.send("report");
    return (await answer) as Latency;
  };
  await hear();
  return {
    /** Times of its reads during `work`. */
    async during(work: () => void | Promise<void>): Promise<Latency> {
      await pause(500);
      await ask();
      await work();
      return ask();
    },
    async close(): Promise<void> {
      child.disconnect();
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/** Both cores have something to do that reads and writes nothing. */
async function countInTwoProcesses(): Promise<void> {
  const count = `const end = Date.now() + ${listenMs}; while (Date.now() < end);`;
  const children = [1, 2].map(() => spawn(process.execPath, ["--eval", count]));
  await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
}

/**
 * The least work that the same prune can be: what goes is known beforehand, in key order, and readers do not learn of it.
 * `sweep` says rows/s.
 */
function openSweep(folder: string, path: string, target: number): { sweep: () => number; close: () => void } {
  const copy = copyDatabase(path, join(folder, "prune-plain.db"));
  const database = new Database(copy);
  database.pragma("synchronous = normal");
  database.pragma("mmap_size = 2147418112");
  database.pragma("wal_autocheckpoint = 2048");
  const newest = new Map<number, number>();
  for (let version = 0; version <= target; version++) for (const key of keysOf(version)) newest.set(key, version);
  const sorted = [...newest].sort((a, b) => a[0] - b[0]);
  const remove = database.prepare("delete from state_values where key_id = +? and version < +?");
  return {
    sweep() {
      let deleted = 0;
      let step = 0;
      const started = performance.now();
      database.exec("begin immediate");
      for (const [key, version] of sorted) {
        const { changes } = remove.run(key, version);
        deleted += changes;
        step += changes;
        if (step < stepRows) continue;
        database.exec("commit");
        database.exec("begin immediate");
        step = 0;
      }
      database.exec("commit");
      return (deleted / (performance.now() - started)) * 1_000;
    },
    close() {
      database.close();
      removeDatabase(copy);
    },
  };
}
