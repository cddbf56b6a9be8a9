import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { runByzantine } from "./support/byzantine.ts";

const faults = { seed: 6, count: 40 };
randomTest("a follower stores the ledger and nothing else, despite its upstreams", faults, async ({ seed, count }) => {
  const result = await runByzantine({ faults: count, seed });
  expect(result).toMatchObject({ wrongRecords: 0, wrongValues: 0, stuck: 0 });
  expect(result.count).toBeGreaterThanOrEqual(count);
  expect(result.tampered).toBeGreaterThan(5);
  expect(result.values).toBeGreaterThan(5);
  expect(result.longestWaitMs).toBeLessThanOrEqual(120_000);
});
