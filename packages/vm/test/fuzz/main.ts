// Attacks the machine with changed modules, and frameworks with made up arguments; compiled code must do what the interpreter does.
// node --conditions=@ledger/source packages/vm/test/fuzz/main.ts
// [--count N] [--seconds S] [--seed X]. The same seed and count give the same inputs.
import { parseArgs } from "node:util";
import { readVectorText } from "@ledger/vectors/files";
import { parseCaseFile } from "../vectors/case-file.ts";
import { runFrameworkFuzz } from "./framework.ts";
import { type FuzzOptions, type FuzzReport, runFuzz } from "./run.ts";

const { values } = parseArgs({
  options: { count: { type: "string" }, seconds: { type: "string" }, seed: { type: "string" } },
});
const seed = values.seed ?? `${Date.now()}`;
const count = Number(values.count ?? 100_000);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);

const write = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;
let printed = performance.now();

function memory(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

/** Runs one attack and prints what it found. */
async function attack(name: string, run: (options: FuzzOptions) => Promise<FuzzReport>, share: number): Promise<void> {
  write(`fuzzing @ledger/vm: ${name}, seed ${seed}`);
  const report = await run({
    seed,
    count: Math.ceil(count * share),
    seconds: seconds === undefined ? undefined : seconds * share,
    onProgress(done) {
      if (performance.now() - printed < 10_000) return;
      printed = performance.now();
      write(`${done} inputs, ${memory()} MiB`);
    },
  });
  for (const { what, module, fault } of report.findings) write(`FAILED ${what}\n  ${module}\n  ${fault}`);
  const outcomes = [...report.outcomes].sort(([, a], [, b]) => b - a);
  write(outcomes.map(([outcome, times]) => `${times} ${outcome}`).join(", "));
  write(`slowest call: ${report.slowest.toFixed(1)} ms of processor time`);
  passed += report.done - report.findings.length;
  failed += report.findings.length;
}

const file = parseCaseFile(readVectorText("move-vm/written.json"));
await attack("changed modules", (options) => runFuzz(file, options), 0.6);
for (const network of ["devnet-2025-11", "randomnet"] as const) {
  await attack(`the framework of ${network}`, (options) => runFrameworkFuzz(network, options), 0.2);
}
write(`memory at the end: ${memory()} MiB`);
write(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
