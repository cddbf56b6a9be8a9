// Faults between a writer and its PostgreSQL server: `pnpm check:postgres [--count N] [--seconds S] [--seed X]`, N faults.
import { type FaultReport, runFaults } from "./fault-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";

const { count, seconds, seed } = readCheckOptions(500);
const started = performance.now();
const describe = ({ faults, commits, refusals, reads }: FaultReport) =>
  `${faults} faults, ${commits} commits, ${refusals} given up, ${reads} reads, ${((performance.now() - started) / 1_000).toFixed(0)} s`;
try {
  const report = await runFaults({ seed, count, seconds, onProgress: (at) => print(describe(at)) });
  for (const [kind, times] of report.byKind) print(`${String(times).padStart(5)}  ${kind}`);
  finish(report.faults, []);
} catch (error) {
  finish(0, [error]);
}
