// A state tree against one in memory: `pnpm check:tree [--count N] [--seconds S] [--seed X] [--store sqlite|postgres]`, N blocks.
import { finish, print, readCheckOptions } from "./options.ts";
import { openStorePlaces } from "./store-places.ts";
import { runTreeModel } from "./tree-model-run.ts";

const { count, seconds, seed, store } = readCheckOptions(1_000);
const blocksPerRun = 1_000;
const failures: unknown[] = [];
let passed = 0;
const started = performance.now();
const places = await openStorePlaces(store);
for (let run = 0; passed + failures.length * blocksPerRun < count; run++) {
  if (performance.now() - started > seconds * 1_000) break;
  try {
    const report = await runTreeModel(seed + run, Math.min(blocksPerRun, count - passed), places.next());
    passed += report.blocks;
    print(
      `${report.blocks} blocks, ${report.proofs} proofs, ${report.prunes} prunes, ${report.restarts} restarts, ${report.builds} builds`,
    );
  } catch (error) {
    failures.push(error);
    if (failures.length >= 3) break;
  }
}
await places.close();
finish(passed, failures);
