import { describeVectors } from "@ledger/vectors";
import { expect, test } from "vitest";
import { runRandom } from "./run-random.ts";

describeVectors("programs made up at random", () => {
  test("do the same interpreted, traced, compiled, and on a state that answers later", {
    timeout: 300_000,
  }, async () => {
    const { findings, outcomes, done } = await runRandom("a few", 150);
    expect(findings).toEqual([]);
    expect(done).toBe(150);
    // They go right and wrong in many ways.
    expect(outcomes.get("returned")).toBeGreaterThan(50);
    expect(outcomes.get("ARITHMETIC_ERROR")).toBeGreaterThan(5);
    expect(outcomes.get("ABORTED")).toBeGreaterThan(2);
    expect(outcomes.size).toBeGreaterThan(5);
  });
});
