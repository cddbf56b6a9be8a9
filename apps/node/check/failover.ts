// Do nodes survive what happens to database servers? Real servers stall, are killed, promoted, dumped and filled:
// pnpm check:failover [--count N] [--seed X] [--only FAULT] [--without FAULT]
import { parseArgs } from "node:util";
import { Random } from "@ledger/random";
import { faults } from "./failover/faults.ts";
import { FailoverWorld } from "./failover/world.ts";

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seconds: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string" },
    without: { type: "string" },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`seed ${options.seed}, count ${options.count}`);
const drawn = Object.entries(faults)
  .filter(([name]) => (options.only ?? name) === name && options.without !== name)
  .flatMap(([name, { often, run }]) => Array.from({ length: often }, () => ({ name, run })));
const deadline = performance.now() + Number(options.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
const longest = new Map<string, number>();
let passed = 0;
let failed = 0;
try {
  await using world = await FailoverWorld.open(new Random(options.seed));
  for (let i = 0; i < Number(options.count) && performance.now() < deadline; i++) {
    const { name, run } = world.random.pick(drawn);
    await world.settle();
    const measured = Object.entries(await run(world));
    passed++;
    for (const [what, seconds] of measured) longest.set(what, Math.max(longest.get(what) ?? 0, seconds));
    print(`ok      ${name}: ${measured.map(([what, seconds]) => `${what} ${seconds.toFixed(1)} s`).join(", ")}`);
  }
  await world.settle();
  await world.verify();
} catch (error) {
  failed++;
  print(`FAILED  ${error instanceof Error ? error.stack : error}`);
}
for (const [what, seconds] of longest) print(`longest ${what}: ${seconds.toFixed(1)} s`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
