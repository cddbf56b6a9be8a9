// Attacks every reader of this package with mutated input: node --conditions=@ledger/source test/fuzz/main.ts
// [--count N] [--seconds S] [--seed X]. The same seed and count give the same inputs.
import { parseArgs } from "node:util";
import { parseHex } from "@ledger/types";
import { readVectorJson } from "@ledger/vectors/files";
import { runFuzz } from "./run.ts";
import { fuzzTargets } from "./targets.ts";

const { values } = parseArgs({
  options: { count: { type: "string" }, seconds: { type: "string" }, seed: { type: "string" } },
});
const seed = values.seed ?? `${Date.now()}`;
const count = Number(values.count ?? 1_200_000);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);

const write = (line: string) => process.stdout.write(`${line}\n`);
write(`fuzzing @ledger/move: seed ${seed}, ${count} inputs`);
let printed = 0;
const report = await runFuzz(fuzzTargets(readBytecode("module_pairs"), readBytecode("script_pairs")), {
  seed,
  count,
  seconds,
  onProgress({ target, done, outcomes }) {
    if (performance.now() - printed < 5_000) return;
    printed = performance.now();
    write(`${done} inputs, at ${target}: ${outcomes} different outcomes`);
  },
});
for (const { target, input, fault } of report.findings)
  write(`FAILED ${target}\n  ${input.slice(0, 140_000)}\n  ${fault}`);
const { target, milliseconds } = report.slowest;
const { rss } = process.memoryUsage();
write(`slowest input: ${milliseconds.toFixed(1)} ms (${target}); memory at the end: ${Math.round(rss / 2 ** 20)} MiB`);
write(`${report.done - report.findings.length} passed, ${report.findings.length} failed`);
process.exitCode = report.findings.length === 0 ? 0 : 1;

/** Published bytecode makes richer seeds than what is built. */
function readBytecode(name: string): Uint8Array[] {
  const { cases } = readVectorJson<{ cases: { bytecode: string }[] }>(`abi/${name}.json`);
  return cases.map(({ bytecode }) => parseHex(bytecode));
}
