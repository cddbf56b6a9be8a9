// Does a local network under load lose anything when its node is killed, and does its ledger come out the same when it is executed again?
// `pnpm check:replay [--count N] [--kills K] [--seed S]`, N blocks. The long form of test/local-network/replay.test.ts.
import { parseArgs } from "node:util";
import { tryReplay } from "../test/local-network/replay.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    kills: { type: "string", default: "200" },
    seed: { type: "string" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`seed ${seed}, ${values.count} blocks, ${values.kills} kills`);
const report = await tryReplay({
  blocks: Number(values.count),
  kills: Number(values.kills),
  seed,
  onProgress: print,
});
const { blocks, records, transactions, acknowledged, problems } = report;
print(`${blocks} blocks, ${records} records, ${transactions} transactions, ${acknowledged} of them acknowledged`);
for (const problem of problems) print(problem);
print(`${blocks + acknowledged - problems.length} passed, ${problems.length} failed`);
process.exitCode = problems.length === 0 ? 0 : 1;
