import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { runFuzz } from "./run.ts";
import { fuzzTargets } from "./targets.ts";

const mutations = { seed: "npm test", count: 12_000 };
randomTest("mutated input gives an answer or a typed error", mutations, async ({ seed, count }) => {
  const { done, findings } = await runFuzz(fuzzTargets(), { seed, count, maxMilliseconds: 250 });
  expect(findings).toEqual([]);
  expect(done).toBe(count);
});
