import { randomTest } from "@ledger/test-run";
import { afterAll, expect } from "vitest";
import { buildIoLayer } from "../scripts/io-faults.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { openStorePlaces } from "../scripts/store-places.ts";
import { crashTrees } from "../scripts/tree-crash-run.ts";
import { runTreeModels } from "../scripts/tree-model-run.ts";

const folder = makeScratchFolder("tree-model-test");
const places = await openStorePlaces("sqlite");
afterAll(async () => {
  await places.close();
  removeScratchFolder(folder);
});

// More of them, from another seed: pnpm check tree.
const model = { seed: 34, count: 50 };
randomTest("a state tree proves what the one in memory proves, at every block", model, async ({ seed, count }) => {
  const report = await runTreeModels(seed, count, places.next);
  expect(report.blocks).toBeGreaterThanOrEqual(count);
  expect(report.proofs).toBeGreaterThan(100 * count);
  expect(Math.min(report.prunes, report.restarts)).toBeGreaterThan(3);
});

const kills = { seed: 35, count: 4 };
randomTest("a tree whose writer is killed is whole, and goes on", kills, async ({ seed, count }) => {
  const trees = await crashTrees({ seed, count, next: places.next, layer: buildIoLayer(folder) });
  for (const versions of trees) expect(versions).toEqual([...new Set(versions)].sort((a, b) => (a < b ? -1 : 1)));
  expect(trees.flat().length).toBe(count - Math.floor(count / 4));
});
