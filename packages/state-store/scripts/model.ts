// Random operations against the memory model: `pnpm check:model [--count N] [--seconds S] [--seed X]`, N operations.
import { runModel } from "./model-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";

const { count, seconds, seed } = readCheckOptions(1_000_000);
const operationsPerRun = 10_000;
const failures: unknown[] = [];
let passed = 0;
const started = performance.now();
for (let run = 0; passed + failures.length * operationsPerRun < count; run++) {
  if (performance.now() - started > seconds * 1_000) break;
  const folder = makeScratchFolder("model");
  try {
    const report = await runModel(seed + run, Math.min(operationsPerRun, count - passed), folder);
    passed += report.operations;
    if (run % 10 === 9) print(`${passed} operations, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  } catch (error) {
    failures.push(error);
    if (failures.length >= 3) break;
  } finally {
    removeScratchFolder(folder);
  }
}
finish(passed, failures);
