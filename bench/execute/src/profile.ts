// Runs one half of the measurement alone, for a profiler:
// node --cpu-prof --conditions=@ledger/source src/profile.ts execute|chain|commit [BLOCKS]
import { measureChain } from "./chain.ts";
import { measureCommits } from "./commit.ts";
import { measureExecution } from "./execute.ts";
import { measureSignatures } from "./signatures.ts";

process.stdout.write(`signatures verified per second of processor time: ${measureSignatures().toFixed(0)}\n`);
const blocks = Number(process.argv[3] ?? 20);
const perBlock = 200;
if (process.argv[2] === "chain") {
  const samples = await measureChain({ blocks, perBlock });
  const text = samples.map((sample) => sample.toFixed(0)).join(" ");
  process.stdout.write(`us of processor time a transfer: ${text}; least ${Math.min(...samples).toFixed(0)}\n`);
  process.exit();
}
const { wall, cpu } =
  process.argv[2] === "commit"
    ? await measureCommits(blocks, perBlock, 1).then(({ rates, cpu }) => ({ wall: rates, cpu }))
    : await measureExecution({ senders: 100, blocks, perBlock });
for (const [name, rates] of [
  ["transfers/s", wall],
  ["transfers per second of processor time", cpu],
] as const) {
  process.stdout.write(`${name}: ${rates.map((rate) => rate.toFixed(0)).join(" ")}\n`);
}
