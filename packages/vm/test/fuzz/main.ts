// Attacks the machine with changed modules and arguments: node --conditions=@ledger/source packages/vm/test/fuzz/main.ts
// [--count N] [--seconds S] [--seed X]. The same seed and count give the same inputs.
import { parseArgs } from "node:util";
import { readVectorText } from "@ledger/vectors/files";
import { parseCaseFile } from "../vectors/case-file.ts";
import { runFuzz } from "./run.ts";

const { values } = parseArgs({
  options: { count: { type: "string" }, seconds: { type: "string" }, seed: { type: "string" } },
});
const seed = values.seed ?? `${Date.now()}`;
const count = Number(values.count ?? 100_000);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);

const write = (line: string) => process.stdout.write(`${line}\n`);
write(`fuzzing @ledger/vm: seed ${seed}, ${count} inputs`);
let printed = performance.now();
const report = await runFuzz(parseCaseFile(readVectorText("move-vm/written.json")), {
  seed,
  count,
  seconds,
  onProgress(done) {
    if (performance.now() - printed < 5_000) return;
    printed = performance.now();
    write(`${done} inputs`);
  },
});
for (const { what, module, fault } of report.findings) write(`FAILED ${what}\n  ${module}\n  ${fault}`);
for (const [outcome, times] of [...report.outcomes].sort(([, a], [, b]) => b - a)) write(`${times} ${outcome}`);
const { rss } = process.memoryUsage();
write(`slowest call: ${report.slowest.toFixed(1)} ms; memory at the end: ${Math.round(rss / 2 ** 20)} MiB`);
write(`${report.done - report.findings.length} passed, ${report.findings.length} failed`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
