// Random operations against the memory model: `pnpm check:model [--count N] [--seconds S] [--seed X]
// [--store sqlite|postgres|replica]`, N operations.
import { runModel } from "./model-run.ts";
import { finish, print, readCheckOptions } from "./options.ts";
import { openStorePlaces } from "./store-places.ts";
import { testedStore } from "./tested-store.ts";

const { count, seconds, seed, store } = readCheckOptions(1_000_000);
const operationsPerRun = 10_000;
const failures: unknown[] = [];
let passed = 0;
const started = performance.now();
const places = await openStorePlaces(store);
for (let run = 0; passed + failures.length * operationsPerRun < count; run++) {
  if (performance.now() - started > seconds * 1_000) break;
  const tested = testedStore(places.next());
  try {
    const report = await runModel(seed + run, Math.min(operationsPerRun, count - passed), tested);
    passed += report.operations;
    if (run % 10 === 9) print(`${passed} operations, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  } catch (error) {
    failures.push(error);
    if (failures.length >= 3) break;
  } finally {
    await tested.close();
  }
}
await places.close();
finish(passed, failures);
