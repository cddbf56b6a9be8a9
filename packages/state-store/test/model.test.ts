import { afterAll, expect, test } from "vitest";
import { runModel } from "../scripts/model-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("model-test");
afterAll(() => removeScratchFolder(folder));

// The long version: pnpm check:model.
test.each([101, 102, 103, 104, 105])(
  "10,000 random operations answer as the memory model does (seed %i)",
  async (seed) => {
    const report = await runModel(seed, 10_000, folder);
    expect(report.operations).toBe(10_000);
    expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(5);
  },
  120_000,
);
