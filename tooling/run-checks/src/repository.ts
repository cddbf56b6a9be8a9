// The checks of the repository that need no ledger, two at a time: `pnpm check`. What a check prints is shown where it fails.
import { spawn } from "node:child_process";

/** The checks that run after a build. */
const checks: string[][] = [
  ["pnpm", "check:types"],
  ["pnpm", "lint"],
  ["pnpm", "check:unused"],
  ["pnpm", "check:house"],
  ["pnpm", "check:deps"],
  ["pnpm", "check:generated"],
  ["pnpm", "check:sql"],
  // Not by their scripts, which build again: two builds at a time would write the same files.
  ["node", "tooling/release/src/check-packages.ts"],
  ["node", "tooling/release/src/check-api.ts"],
];

let failed = 0;

async function runChecks(): Promise<void> {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    const start = performance.now();
    const { code, output } = await run(check);
    const name = check.at(-1);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name}, ${seconds} s\n${code === 0 ? "" : output}`);
    if (code !== 0) failed++;
  }
}

function run([program, ...args]: readonly string[]): Promise<{
  readonly code: number | null;
  readonly output: string;
}> {
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

await Promise.all([runChecks(), runChecks()]);
process.exitCode = failed === 0 ? 0 : 1;
