// Writes down how long each file of the project `whole` took in the last run of all of them, which is how CI divides them:
//   pnpm run verify:whole && pnpm check weights
import { readFileSync } from "node:fs";
import type { FileCost } from "./costs.ts";
import { writeWeights } from "./weights.ts";

const costs = JSON.parse(
  readFileSync(new URL("../../../.cache/test-costs/whole.json", import.meta.url), "utf8"),
) as readonly FileCost[];
writeWeights(costs);
process.stdout.write(`${costs.length} files weighed\n`);
