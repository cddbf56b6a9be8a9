import { join } from "node:path";
import { randomTest } from "@ledger/test-run";
import { afterAll, expect } from "vitest";
import { runModel } from "../scripts/model-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { testedStore } from "../scripts/tested-store.ts";

const folder = makeScratchFolder("model-test");
afterAll(() => removeScratchFolder(folder));

// The long version: pnpm check:model.
for (const usual of [101, 102, 103, 104, 105]) {
  randomTest(
    `random operations answer as the memory model does, ${usual - 100} of 5`,
    { seed: usual, count: 10_000 },
    async ({ seed, count }) => {
      const place = { kind: "sqlite", path: join(folder, `${usual}.db`), logRows: seed % 200 } as const;
      const report = await runModel(seed, count, testedStore(place));
      expect(report.operations).toBe(count);
      expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(5);
    },
  );
}
