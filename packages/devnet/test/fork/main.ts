// Runs a chain on a real network's genesis, forks it, and does the same to both.
// node --conditions=@ledger/source packages/devnet/test/fork/main.ts [--count N] [--blocks N] [--seed S]
import { parseArgs } from "node:util";
import { readVectorBytes } from "@ledger/vectors";
import { withoutMetadata } from "../support/serve.ts";
import { compareFork } from "./compare-fork.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string" },
    blocks: { type: "string" },
    seed: { type: "string" },
    seconds: { type: "string" },
  },
});
const seed = values.seed ?? `${Date.now()}`;
const write = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

for (const isReduced of [false, true]) {
  write(`a fork of a node ${isReduced ? "as they are published" : "that tells metadata"}, seed ${seed}`);
  const report = await compareFork({
    genesis: readVectorBytes("genesis/devnet-2025-11.genesis.blob"),
    seed,
    blocks: Number(values.blocks ?? 1_000),
    count: Number(values.count ?? 500),
    answer: isReduced ? withoutMetadata : (question) => question.honest(),
    isReduced,
    onProgress: write,
  });
  for (const finding of report.findings) write(`FAILED ${finding}`);
  const { transactions, requests, withoutRefund, withoutDeposit } = report;
  write(`${transactions} transactions, ${report.failed} of them failed on both; ${requests} requests`);
  if (isReduced)
    write(`${withoutRefund} without a refund, ${withoutDeposit} without a deposit that metadata would tell`);
  passed += transactions - report.findings.length;
  failed += report.findings.length;
}
write(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
