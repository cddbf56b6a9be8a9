// Faults between a writer and its PostgreSQL server: `pnpm check:postgres [--count N] [--seconds S] [--seed X]`, N faults.
// With `--shards 3` each of three servers that the state is spread over is killed at each message of a commit, a prune and a migration; of
// that many places N, or all.
import { type FaultReport, runFaults } from "./fault-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { runShards, type ShardReport } from "./shard-run.ts";

const { count, seconds, seed, shards } = readCheckOptions(500);
const started = performance.now();
const describe = ({ faults, commits, refusals, reads }: FaultReport) =>
  `${faults} faults, ${commits} commits, ${refusals} given up, ${reads} reads, ${((performance.now() - started) / 1_000).toFixed(0)} s`;
/** Kills servers that share the state. @returns how many kills were survived */
async function checkShards(servers: number): Promise<number> {
  const places = process.argv.includes("--count") ? count : undefined;
  const onProgress = ({ kills, unfinished }: ShardReport) =>
    print(
      `${kills} kills, ${unfinished} left rows above the head, ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    );
  const report = await runShards({ seed, servers, count: places, onProgress });
  for (const [place, times] of report.byPlace) print(`${String(times).padStart(5)}  ${place}`);
  onProgress(report);
  return report.kills;
}

/** Faults between a writer and its one server. @returns how many were survived */
async function checkFaults(): Promise<number> {
  const report = await runFaults({ seed, count, seconds, onProgress: (at) => print(describe(at)) });
  for (const [kind, times] of report.byKind) print(`${String(times).padStart(5)}  ${kind}`);
  return report.faults;
}

try {
  finish(await (shards === undefined ? checkFaults() : checkShards(shards)), []);
} catch (error) {
  finish(0, [error]);
}
