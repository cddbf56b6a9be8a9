// Does execution find every forged record whose hashes are right, and nothing else? `pnpm check:lies [--count N] [--seed S]`
import { parseArgs } from "node:util";
import { runLies } from "../test/support/lies.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "20000" }, seed: { type: "string" } } });
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
process.stdout.write(`seed ${seed}, ${count} lies\n`);
const { honest, told, byName, problems } = await runLies(count, seed, (done) => {
  if (done % 1_000 === 0) process.stdout.write(`${done} lies\n`);
});
for (const [name, times] of [...byName].toSorted()) process.stdout.write(`${times}\t${name}\n`);
for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
process.stdout.write(`${honest} honest records are equal\n`);
process.stdout.write(`${told + honest - problems.length} passed, ${problems.length} failed\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
