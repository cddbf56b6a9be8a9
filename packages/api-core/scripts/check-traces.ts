// Traces every transaction of a long run of the demonstration: the gas of each trace adds up to what was used.
// node --conditions=@ledger/source packages/api-core/scripts/check-traces.ts [--count BLOCKS]
import { parseArgs } from "node:util";
import { createApi } from "../src/index.ts";
import { checkTraces } from "../test/support/check-traces.ts";
import { openDemoStore } from "../test/support/demo-store.ts";

const { values } = parseArgs({
  options: { count: { type: "string" }, seconds: { type: "string" }, seed: { type: "string" } },
});
const blocks = Number(values.count ?? 1_000);
const write = (line: string) => process.stdout.write(`${line}\n`);

write(`${blocks} blocks`);
const store = await openDemoStore(blocks);
let printed = performance.now();
const { traced, failed, faults } = await checkTraces(createApi({ store }), (done) => {
  if (performance.now() - printed < 10_000) return;
  printed = performance.now();
  write(`${done} transactions`);
});
for (const fault of faults) write(`FAILED ${fault}`);
write(`${traced} user transactions traced, ${failed} of them had failed`);
write(`${traced - faults.length} passed, ${faults.length} failed`);
process.exitCode = faults.length === 0 && traced > 0 ? 0 : 1;
