// Runs machine cases: node --conditions=@ledger/source packages/vm/scripts/check-vm.ts [--file PATH]… [--compile never|hot|always] [--late]
// With --late every item of the state has to be waited for, and gas is counted.
// Without a file it runs all that are here. Prints every difference and closes with the counts.
// With --random N [--seed S] it makes N valid programs up instead, and holds the ways to run one to each other.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { vectorPath } from "@ledger/vectors/files";
import { parseCaseFile } from "../test/vectors/case-file.ts";
import { CaseRunner } from "../test/vectors/run-case.ts";

const compileModes = ["never", "hot", "always"] as const;
const { values } = parseArgs({
  options: {
    file: { type: "string", multiple: true },
    compile: { type: "string" },
    late: { type: "boolean" },
    random: { type: "string" },
    seed: { type: "string" },
  },
});
const compile = compileModes.find((mode) => mode === values.compile);
if (values.compile !== undefined && compile === undefined) throw new Error(`--compile ${compileModes.join("|")}`);
const write = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

if (values.random === undefined) await runFiles(values.file ?? sharedFiles());
else await makePrograms(Number(values.random), values.seed ?? `${Date.now()}`);
write(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await runFile(path);
}

async function runFile(path: string): Promise<void> {
  const file = parseCaseFile(readFileSync(path, "utf8"));
  const before = { passed, failed, at: performance.now() };
  const runner = await CaseRunner.create(file, { compile, isLate: values.late });
  for (const testCase of file.cases) {
    const result = await runner
      .run(testCase)
      .catch((error: unknown) => ({ expected: "no fault", actual: fault(error) }));
    if (result === undefined) passed++;
    else {
      failed++;
      write(`FAILED ${testCase.id}\n  expected ${result.expected}\n  got      ${result.actual}`);
    }
  }
  const seconds = ((performance.now() - before.at) / 1000).toFixed(1);
  write(`${path}: ${passed - before.passed} passed, ${failed - before.failed} failed in ${seconds} s`);
}

async function makePrograms(count: number, seed: string): Promise<void> {
  const { runRandom } = await import("../test/random/run-random.ts");
  write(`random programs, seed ${seed}`);
  let printed = performance.now();
  const { done, outcomes, findings } = await runRandom(seed, count, (programs) => {
    if (performance.now() - printed < 10_000) return;
    printed = performance.now();
    write(`${programs} programs`);
  });
  for (const finding of findings) write(`FAILED ${finding.seed}\n  ${finding.module}\n  ${finding.fault}`);
  const ended = [...outcomes].sort(([, a], [, b]) => b - a).map(([status, times]) => `${times} ${status}`);
  write(`calls ended: ${ended.join(", ")}`);
  const faulty = new Set(findings.map(({ seed: program }) => program)).size;
  passed = done - faulty;
  failed = faulty;
}

function sharedFiles(): string[] {
  const folder = vectorPath("move-vm");
  const names = readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name) && !name.startsWith("view-functions"));
  return names.sort().map((name) => vectorPath(`move-vm/${name.replace(/\.gz$/, "")}`));
}

function fault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `${error}`;
}
