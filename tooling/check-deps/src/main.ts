import { fileURLToPath } from "node:url";
import { checkDependencies } from "./check.ts";
import { rules } from "./rules.ts";

const problems = checkDependencies(fileURLToPath(new URL("../../../", import.meta.url)), rules);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${problems.length === 0 ? "dependency directions hold" : `${problems.length} problems`}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
