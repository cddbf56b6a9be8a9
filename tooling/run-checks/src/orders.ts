// Runs the units in other orders than that of the commit: a test that needs the one before it fails in one of them.
//   pnpm check orders [--count N] [--seed S]     S is the first order
import { parseArgs } from "node:util";
import { runCommand } from "./run-entry.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "10" }, seed: { type: "string" } } });
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
for (let order = first; order < first + Number(values.count); order++) {
  process.stdout.write(`== TEST_ORDER=${order}\n`);
  const line = ["node", "node_modules/vitest/vitest.mjs", "run", "--project", "units"];
  const { code } = await runCommand({ line, env: { TEST_ORDER: String(order) } });
  if (code !== 0) process.exitCode = 1;
}
