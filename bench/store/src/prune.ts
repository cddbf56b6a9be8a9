import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, type Row } from "@ledger/bench-report";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { copyDatabase, datasetVersions, removeDatabase } from "./build.ts";
import { keyCount, keysOf, writesPerVersion } from "./dataset.ts";
import { pair } from "./report.ts";

const stepRows = 2_000;

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly reads: number;
  readonly missing: number;
}

/** How fast does state go, a fifth of all rows, and what does a reader in another process feel of it? */
export async function measurePrune(
  folder: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const versions = datasetVersions(rows);
  const target = BigInt(Math.floor((rows / 5 + keyCount) / writesPerVersion));
  const rates: number[] = [];
  const idle: Latency[] = [];
  const busy: Latency[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const copy = copyDatabase(storePath, join(folder, "prune.db"));
    const store = openSqliteStore(copy);
    const reader = fork(
      fileURLToPath(new URL("prune-reader.ts", import.meta.url)),
      [copy, String(target), String(versions)],
      {
        execArgv: ["--conditions=@ledger/source"],
      },
    );
    const hear = () => new Promise<unknown>((resolve) => reader.once("message", resolve));
    const ask = async () => {
      const answer = hear();
      reader.send("report");
      return (await answer) as Latency;
    };
    await hear();
    await pause(500);
    await ask();
    await pause(2_000);
    idle.push(await ask());
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
    rates.push((deleted / (performance.now() - started)) * 1_000);
    const cpu = process.cpuUsage(cpuBefore);
    busy.push(await ask());
    log(
      `prune: ${deleted} rows, ${rates.at(-1)!.toFixed(0)} rows/s (${((deleted / (cpu.user + cpu.system)) * 1e6).toFixed(0)} per second of CPU), longest step ${longestStep.toFixed(1)} ms; reader p99 ${idle.at(-1)!.p99.toFixed(0)} -> ${busy.at(-1)!.p99.toFixed(0)} us, longest ${(busy.at(-1)!.longest / 1_000).toFixed(1)} ms (idle ${(idle.at(-1)!.longest / 1_000).toFixed(1)} ms)`,
    );
    if (busy.at(-1)!.missing > 0) throw new Error("the reader missed values");
    reader.disconnect();
    await new Promise((resolve) => reader.once("exit", resolve));
    store.close();
    removeDatabase(copy);
    bare.push(sweepPlain(folder, plainPath, Number(target)));
    log(`prune: a bare table swept so, nothing else done or kept: ${bare.at(-1)!.toFixed(0)} rows/s`);
  }
  return [
    pair("prune a fifth of the state", "300,000 rows/s", "rows/s", rates, [300_000], { target: 1 }),
    pair("prune a fifth of the state", "a bare SQLite table swept in key order", "rows/s", rates, bare),
    pair(
      "reader's p99 while another process prunes",
      "the same reader, idle",
      "us",
      busy.map((one) => one.p99),
      idle.map((one) => one.p99),
      { better: "less", target: 0.33 },
    ),
    pair(
      "reader's longest read while another process prunes",
      "5 ms",
      "us",
      [median(busy.map((one) => one.longest))],
      [5_000],
      { better: "less", target: 1 },
    ),
    pair(
      "reader's longest read while another process prunes",
      "its longest, idle",
      "us",
      busy.map((one) => one.longest),
      idle.map((one) => one.longest),
      { better: "less" },
    ),
  ];
}

/** The least work that the same prune can be: what goes is known beforehand, in key order, and readers are not told. @returns rows/s */
function sweepPlain(folder: string, path: string, target: number): number {
  const copy = copyDatabase(path, join(folder, "prune-plain.db"));
  const database = new Database(copy);
  database.pragma("synchronous = normal");
  database.pragma("mmap_size = 2147418112");
  database.pragma("wal_autocheckpoint = 2048");
  const newest = new Map<number, number>();
  for (let version = 0; version <= target; version++) for (const key of keysOf(version)) newest.set(key, version);
  const sorted = [...newest].sort((a, b) => a[0] - b[0]);
  const remove = database.prepare("delete from state_values where key_id = +? and version < +?");
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
  const rate = (deleted / (performance.now() - started)) * 1_000;
  database.close();
  removeDatabase(copy);
  return rate;
}
