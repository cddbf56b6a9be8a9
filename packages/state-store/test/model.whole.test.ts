import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runModel } from "../scripts/model-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { testedStore } from "../scripts/tested-store.ts";

const folder = makeScratchFolder("model-test");
afterAll(() => removeScratchFolder(folder));

// The long version: pnpm check:model.
test.each([101, 102, 103, 104, 105])(
  "10,000 random operations answer as the memory model does (seed %i)",
  async (seed) => {
    const report = await runModel(
      seed,
      10_000,
      testedStore({ kind: "sqlite", path: join(folder, `${seed}.db`), logRows: seed % 200 }),
    );
    expect(report.operations).toBe(10_000);
    expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(5);
  },
  120_000,
);
