import { join } from "node:path";
import { randomTest } from "@ledger/test-run";
import { afterAll, expect } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { crashTreeOnce } from "../scripts/tree-crash-run.ts";
import { runTreeModel } from "../scripts/tree-model-run.ts";

const folder = makeScratchFolder("tree-model-test");
afterAll(() => removeScratchFolder(folder));

// The long versions: pnpm check:tree.
const model = { seed: 34, count: 150 };
randomTest("a state tree proves what the one in memory proves, at every block", model, async ({ seed, count }) => {
  const report = await runTreeModel(seed, count, { kind: "sqlite", path: join(folder, "model.db"), logRows: 100 });
  expect(report.blocks).toBeGreaterThanOrEqual(count);
  expect(report.proofs).toBeGreaterThan(100 * count);
  expect(Math.min(report.prunes, report.restarts)).toBeGreaterThan(3);
});

const kills = { seed: 35, count: 16 };
randomTest("a tree whose writer is killed is whole, and goes on", kills, async ({ seed, count }) => {
  let last = 0n;
  for (let i = 0; i < count; i++) {
    const work = i % 4 === 3 ? "build" : "grow";
    const place = { kind: "sqlite", path: join(folder, `${work}.db`), logRows: 100 } as const;
    const version = await crashTreeOnce({ place, seed, work }, { afterMs: (i * 41) % 120 });
    if (work === "build") continue;
    expect(version).toBeGreaterThan(last);
    last = version;
  }
});
