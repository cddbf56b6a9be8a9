// Does a follower ever take in anything but the ledger, however its upstream behaves?
import { parseArgs } from "node:util";
import { buildChain } from "@ledger/sync/testing";
import { runByzantine } from "../test/support/byzantine.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "10000" }, seed: { type: "string" }, seconds: { type: "string" } },
});
const total = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const deadline =
  values.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + Number(values.seconds) * 1000;
const chain = buildChain(60, { blocksPerEpoch: 25 });
const step = Math.min(500, total);
const totals: Record<string, number> = {};
let passed = 0;
let failed = 0;
let tampered = 0;
let restarts = 0;

process.stdout.write(`seed ${seed}, ${total} faults\n`);
for (let done = 0, round = 0; done < total && performance.now() < deadline; done += step, round++) {
  const result = await runByzantine({ chain, faults: Math.min(step, total - done), seed: seed + round });
  for (const [name, count] of Object.entries(result.faults)) totals[name] = (totals[name] ?? 0) + count;
  const sound = result.wrong === 0 && result.converged;
  if (sound) passed += result.count;
  else failed += result.count;
  tampered += result.tampered;
  restarts += result.restarts;
  if (!sound)
    process.stdout.write(`seed ${seed + round}: ${result.wrong} wrong records, converged: ${result.converged}\n`);
  process.stdout.write(`${done + result.count} faults, ${tampered} of them tampered records, ${restarts} restarts\n`);
}
for (const [name, count] of Object.entries(totals).sort()) process.stdout.write(`  ${name}: ${count}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
