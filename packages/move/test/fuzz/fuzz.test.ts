import { expect, test } from "vitest";
import { runFuzz } from "./run.ts";
import { fuzzTargets } from "./targets.ts";

test("mutated input gives an answer or a typed error", async () => {
  const { done, findings } = await runFuzz(fuzzTargets(), {
    seed: "npm test",
    count: 12_000,
    maxMilliseconds: 250,
  });
  expect(findings).toEqual([]);
  expect(done).toBe(12_000);
});
