import { randomTest } from "@ledger/test-run";
import { describeVectors } from "@ledger/vectors";
import { expect } from "vitest";
import { runFrameworkFuzz } from "./framework.ts";

describeVectors("functions of another framework", () => {
  const options = { seed: "a few", count: 300 };
  randomTest("end in an outcome, whatever they are called with", options, async ({ seed, count }) => {
    const report = await runFrameworkFuzz("randomnet", { seed, count });
    expect(report.findings).toEqual([]);
    expect(report.outcomes.get("returned")).toBeGreaterThan(50);
  });
});
