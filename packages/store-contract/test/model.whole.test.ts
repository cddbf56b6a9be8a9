import { randomTest } from "@ledger/test-run";
import { afterAll, expect } from "vitest";
import { runModels } from "../scripts/model-run.ts";
import { openStorePlaces } from "../scripts/store-places.ts";
import { testedStore } from "../scripts/tested-store.ts";

const places = await openStorePlaces("sqlite");
afterAll(() => places.close());

// More of them, from another seed: pnpm check model.
for (const usual of [101, 102, 103, 104, 105]) {
  randomTest(
    `random operations answer as the memory model does, ${usual - 100} of 5`,
    { seed: usual, count: 3_000 },
    async ({ seed, count }) => {
      // One seed for all must not have all do the same.
      const report = await runModels(seed + 1_000 * usual, count, () => testedStore(places.next()));
      expect(report.operations).toBe(count);
      expect(Math.min(report.commits, report.prunes, report.reopens)).toBeGreaterThan(5);
    },
  );
}
