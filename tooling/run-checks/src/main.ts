// Runs several check programs with the same options, one after the other, and closes with the sum of their counts:
//   node tooling/run-checks/src/main.ts PROGRAM... [--count N] [--seconds S] [--seed X]
import { spawn } from "node:child_process";

const args = process.argv.slice(2);
const firstOption = args.findIndex((argument) => argument.startsWith("--"));
const programs = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);

/** Runs one program. @returns its counts; one that closes without them counts as a failure */
async function run(program: string): Promise<{ readonly passed: number; readonly failed: number }> {
  const child = spawn(process.execPath, ["--conditions=@ledger/source", program, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    process.stdout.write(chunk);
    text = (text + chunk).slice(-4096);
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const [, passed, failed] = /(\d+) passed, (\d+) failed[^\n]*\s*$/.exec(text) ?? [];
  if (passed === undefined || failed === undefined) return { passed: 0, failed: 1 };
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(1, Number(failed)) };
}

let passed = 0;
let failed = 0;
for (const program of programs) {
  process.stdout.write(`== ${program}\n`);
  const counts = await run(program);
  passed += counts.passed;
  failed += counts.failed;
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
