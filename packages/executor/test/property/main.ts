// Plays random transactions on the real framework, and checks coins, fees, failures, simulations and a second execution.
// node --conditions=@ledger/source packages/executor/test/property/main.ts [--count N] [--seed S]
import { parseArgs } from "node:util";
import { testGenesis } from "../support/local-chain.ts";
import { runProperties } from "./run.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const seed = values.seed ?? `${Date.now()}`;
const count = Number(values.count ?? 100_000);
const write = (line: string) => process.stdout.write(`${line}\n`);

write(`random transactions, seed ${seed}`);
let printed = performance.now();
const report = await runProperties({
  genesis: await testGenesis(),
  seed,
  count,
  replayed: count > 5_000 ? 0.2 : 1,
  onProgress(done) {
    if (performance.now() - printed < 10_000) return;
    printed = performance.now();
    write(`${done} transactions, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  },
});
for (const finding of report.findings) write(`FAILED ${finding}`);
for (const [outcome, times] of [...report.outcomes].sort(([a], [b]) => (a < b ? -1 : 1))) write(`${times} ${outcome}`);
write(
  `${report.simulated} simulated, ${report.replayedBlocks} blocks executed again, slowest block ${report.slowestBlock.toFixed(0)} ms, ${report.epochs} epochs`,
);
write(`${report.done - report.findings.length} passed, ${report.findings.length} failed`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
