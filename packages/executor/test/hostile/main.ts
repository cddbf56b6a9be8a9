// Attacks a chain with changed transactions, changed modules and modules that do harm: it has to go on, in bounded time and memory.
// node --conditions=@ledger/source packages/executor/test/hostile/main.ts [--count N] [--seed S]
import { parseArgs } from "node:util";
import { coreResourcesAddress } from "../../src/index.ts";
import { actor } from "../property/cast.ts";
import { testGenesis } from "../support/local-chain.ts";
import { runHostile } from "./run.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const seed = values.seed ?? `${Date.now()}`;
const write = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

write(`hostile transactions, seed ${seed}`);
let printed = performance.now();
const report = await runHostile({
  genesis: await testGenesis(),
  core: actor("core resources", coreResourcesAddress),
  seed,
  count: Number(values.count ?? 20_000),
  onProgress(done) {
    if (performance.now() - printed < 10_000) return;
    printed = performance.now();
    write(`${done} attacks, ${megabytes()} MiB`);
  },
});
for (const finding of report.findings) write(`FAILED ${finding}`);
for (const [outcome, times] of [...report.outcomes].sort(([a], [b]) => (a < b ? -1 : 1))) write(`${times} ${outcome}`);
write(`slowest block: ${report.slowestBlock.toFixed(0)} ms of processor time (${report.slowest})`);
write(`memory at the end: ${megabytes()} MiB`);
write(`${report.done - report.findings.length} passed, ${report.findings.length} failed`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
