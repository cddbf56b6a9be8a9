import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, type Row } from "@ledger/bench-report";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { copyDatabase, datasetVersions, removeDatabase } from "./build.ts";
import { keyCount, writesPerVersion } from "./dataset.ts";
import { pair } from "./report.ts";

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
  rows: number,
  rounds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const versions = datasetVersions(rows);
  const target = BigInt(Math.floor((rows / 5 + keyCount) / writesPerVersion));
  const rates: number[] = [];
  const idle: Latency[] = [];
  const busy: Latency[] = [];
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
      const progress = await store.prune({ stateVersion: target, ledgerVersion: 0n }, 2_000);
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
  }
  return [
    pair("prune a fifth of the state", "300,000 rows/s", "rows/s", rates, [300_000]),
    pair(
      "reader's p99 while another process prunes",
      "the same reader, idle",
      "us",
      busy.map((one) => one.p99),
      idle.map((one) => one.p99),
      "less",
    ),
    pair(
      "reader's longest read while another process prunes",
      "5 ms",
      "us",
      [median(busy.map((one) => one.longest))],
      [5_000],
      "less",
    ),
  ];
}
