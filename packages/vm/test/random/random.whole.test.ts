import { randomTest } from "@ledger/test-run";
import { describeVectors } from "@ledger/vectors";
import { expect } from "vitest";
import { runRandom } from "./run-random.ts";

describeVectors("programs made up at random", () => {
  const options = { seed: "a few", count: 150 };
  const name = "do the same interpreted, traced, compiled, and on a state that answers later";
  randomTest(name, options, async ({ seed, count }) => {
    const { findings, outcomes, done } = await runRandom(seed, count);
    expect(findings).toEqual([]);
    expect(done).toBe(count);
    // They go right and wrong in many ways.
    expect(outcomes.get("returned")).toBeGreaterThan(50);
    expect(outcomes.get("ARITHMETIC_ERROR")).toBeGreaterThan(5);
    expect(outcomes.get("ABORTED")).toBeGreaterThan(2);
    expect(outcomes.size).toBeGreaterThan(5);
  });
});
