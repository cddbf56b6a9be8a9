import { randomTest } from "@ledger/test-run";
import { describeVectors } from "@ledger/vectors";
import { readVectorText } from "@ledger/vectors/files";
import { expect } from "vitest";
import { parseCaseFile } from "../vectors/case-file.ts";
import { runFrameworkFuzz } from "./framework.ts";
import { runFuzz } from "./run.ts";

// More of them, from another seed: pnpm check fuzz.
describeVectors("functions of a framework", () => {
  const options = { seed: "a few", count: 300 };
  randomTest("end in an outcome, whatever they are called with", options, async ({ seed, count }) => {
    const report = await runFrameworkFuzz("devnet-2025-11", { seed, count });
    expect(report.findings).toEqual([]);
    expect(report.outcomes.get("returned")).toBeGreaterThan(50);
    expect(report.outcomes.get("ABORTED")).toBeGreaterThan(50);
  });
});

describeVectors("changed modules", () => {
  const options = { seed: "a few", count: 400 };
  randomTest("end in an outcome, the same one interpreted and compiled", options, async ({ seed, count }) => {
    const file = parseCaseFile(readVectorText("move-vm/written.json"));
    const report = await runFuzz(file, { seed, count });
    expect(report.findings).toEqual([]);
    expect(report.done).toBe(count);
    // Some changes do no harm, some are noticed.
    expect(report.outcomes.get("returned")).toBeGreaterThan(50);
    expect(report.outcomes.get("UNEXPECTED_VERIFIER_ERROR")).toBeGreaterThan(50);
  });
});
