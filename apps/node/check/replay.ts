// Does a local network under load lose anything when its node is killed, and does its ledger come out the same when it is executed again?
// `pnpm check:replay [--count N] [--kills K] [--seed S]`, N blocks. The long form of test/local-network/replay.test.ts.
// `pnpm check:replay --file CASE` executes what `ledger-node record` wrote.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@ledger/node-process";
import { tryReplay } from "../test/local-network/replay.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    kills: { type: "string", default: "200" },
    seed: { type: "string" },
    file: { type: "string" },
  },
});
if (values.file !== undefined) {
  // What somebody recorded with `ledger-node record`.
  const { code, output } = await runCommand("replay", "--file", resolve(values.file));
  process.stdout.write(output);
  process.exit(code ?? 1);
}
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
