// Runs machine cases: node --conditions=@ledger/source packages/vm/scripts/check-vm.ts [--file PATH]… [--compile never|hot|always] [--late]
// With --late every item of the state has to be waited for, and gas is counted.
// Without a file it runs all that are here. Prints every difference and closes with the counts.
// With --random N [--seed S] it makes N valid programs up instead, and holds the ways to run one to each other.
// With --rules it verifies the cases of the sheet on the verifier (test/verify/vectors); --write makes them again first.
// With --mutants N [--seed S] it verifies N changed modules, and runs those that pass interpreted and compiled. Where MOVE_NATIVE_DIR names
// the folder of a real machine (the library of the npm package @initia/builder.js 0.2.12, and python3), its verdicts are compared too,
// on the rules as well.
// With --borrowing N [--seed S] it makes N functions up that borrow a lot, and compares the verdicts of that machine on them.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { vectorPath } from "@ledger/vectors/files";
import type { MutantReport } from "../test/mutants/run-mutants.ts";
import { type CaseFile, parseCaseFile } from "../test/vectors/case-file.ts";
import { CaseRunner } from "../test/vectors/run-case.ts";

const compileModes = ["never", "hot", "always"] as const;
const { values } = parseArgs({
  options: {
    file: { type: "string", multiple: true },
    compile: { type: "string" },
    late: { type: "boolean" },
    random: { type: "string" },
    rules: { type: "boolean" },
    write: { type: "boolean" },
    mutants: { type: "string" },
    borrowing: { type: "string" },
    seed: { type: "string" },
  },
});
const compile = compileModes.find((mode) => mode === values.compile);
if (values.compile !== undefined && compile === undefined) throw new Error(`--compile ${compileModes.join("|")}`);
const write = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

const seed = values.seed ?? `${Date.now()}`;
if (values.mutants !== undefined) await changeModules(Number(values.mutants));
else if (values.borrowing !== undefined) await makeBorrowing(Number(values.borrowing));
else if (values.rules) await checkRules();
else if (values.random !== undefined) await makePrograms(Number(values.random));
else await runFiles(values.file ?? sharedFiles());
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

async function checkRules(): Promise<void> {
  const { parseVectors, readVectors, writeVectors } = await import("../test/verify/cases/vector-file.ts");
  const { verdictOn } = await import("../test/verify/cases/verdict.ts");
  if (values.write) writeVectors((await import("../test/verify/cases/index.ts")).verifierCases);
  const cases = parseVectors(readVectors());
  for (const one of cases) {
    const verdict = await verdictOn(one);
    if (verdict === one.status) passed++;
    else {
      failed++;
      write(`FAILED ${one.rule}, ${one.what}: ${verdict}, expected ${one.status}`);
    }
  }
  const folder = process.env.MOVE_NATIVE_DIR;
  if (folder === undefined) return;
  const { NativeMachine } = await import("../test/mutants/native-machine.ts");
  const { compareCases } = await import("../test/verify/cases/compare-cases.ts");
  await using native = new NativeMachine(folder);
  for (const { rule, same, differences } of await compareCases(cases, native)) {
    write(`${rule}: ${same} as the real machine${differences.map((text) => `\n  ${text}`).join("")}`);
  }
}

async function makePrograms(count: number): Promise<void> {
  const { runRandom } = await import("../test/random/run-random.ts");
  write(`random programs, seed ${seed}`);
  const { done, outcomes, findings } = await runRandom(seed, count, progress("programs"));
  for (const finding of findings) write(`FAILED ${finding.seed}\n  ${finding.module}\n  ${finding.fault}`);
  const ended = [...outcomes].sort(([, a], [, b]) => b - a).map(([status, times]) => `${times} ${status}`);
  write(`calls ended: ${ended.join(", ")}`);
  const faulty = new Set(findings.map(({ seed: program }) => program)).size;
  passed = done - faulty;
  failed = faulty;
}

async function changeModules(count: number): Promise<void> {
  const { runFuzz } = await import("../test/fuzz/run.ts");
  const file = parseCaseFile(readFileSync(vectorPath("move-vm/written.json"), "utf8"));
  write(`changed modules, seed ${seed}`);
  const { done, findings } = await runFuzz(file, { seed, count, onProgress: progress("interpreted and compiled") });
  for (const { what, module, fault } of findings) write(`FAILED ${what}\n  ${module}\n  ${fault}`);
  write(`${done} verified, interpreted and compiled: ${findings.length} differ`);
  passed = done - findings.length;
  failed = findings.length;
  const folder = process.env.MOVE_NATIVE_DIR;
  if (folder === undefined) write("not compared with a real machine: MOVE_NATIVE_DIR is not set");
  else await compareWithNative(file, count, folder);
}

async function compareWithNative(file: CaseFile, count: number, folder: string): Promise<void> {
  const { NativeMachine } = await import("../test/mutants/native-machine.ts");
  const { runMutants } = await import("../test/mutants/run-mutants.ts");
  await using native = new NativeMachine(folder);
  report(await runMutants(file, native, { seed, count, onProgress: progress("compared with the real machine") }));
}

async function makeBorrowing(count: number): Promise<void> {
  const folder = process.env.MOVE_NATIVE_DIR;
  if (folder === undefined) throw new Error("MOVE_NATIVE_DIR does not say where the real machine is");
  const { NativeMachine } = await import("../test/mutants/native-machine.ts");
  const { runBorrowing } = await import("../test/mutants/run-mutants.ts");
  await using native = new NativeMachine(folder);
  write(`functions that borrow, seed ${seed}`);
  report(await runBorrowing(native, { seed, count, onProgress: progress("compared with the real machine") }));
}

function report({ done, accepted, refused, same, differences }: MutantReport): void {
  for (const { module, own, real, bytes } of differences) {
    write(`FAILED ${module}: ${own ?? "accepted"}, the real machine: ${real ?? "accepted"}\n  ${bytes}`);
  }
  write(`the real machine: of ${done} both accept ${accepted} and refuse ${refused}, ${same} with the same status`);
  passed += done - differences.length;
  failed += differences.length;
}

/** Says now and then how far a run is. */
function progress(what: string): (done: number) => void {
  let printed = performance.now();
  return (done) => {
    if (performance.now() - printed < 10_000) return;
    printed = performance.now();
    write(`${done} ${what}`);
  };
}

function sharedFiles(): string[] {
  const folder = vectorPath("move-vm");
  const names = readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name) && !name.startsWith("view-functions"));
  return names.sort().map((name) => vectorPath(`move-vm/${name.replace(/\.gz$/, "")}`));
}

function fault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `${error}`;
}
