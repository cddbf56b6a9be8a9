import { describeVectors } from "@ledger/vectors";
import { readVectorText } from "@ledger/vectors/files";
import { expect, test } from "vitest";
import { parseCaseFile } from "../vectors/case-file.ts";
import { runFrameworkFuzz } from "./framework.ts";
import { runFuzz } from "./run.ts";

describeVectors("functions of a framework", () => {
  test("end in an outcome, whatever they are called with", { timeout: 120_000 }, async () => {
    const report = await runFrameworkFuzz("devnet-2025-11", { seed: "a few", count: 300 });
    expect(report.findings).toEqual([]);
    expect(report.outcomes.get("returned")).toBeGreaterThan(50);
    expect(report.outcomes.get("ABORTED")).toBeGreaterThan(50);
  });
});

describeVectors("changed modules", () => {
  test("end in an outcome, the same one interpreted and compiled", { timeout: 120_000 }, async () => {
    const file = parseCaseFile(readVectorText("move-vm/written.json"));
    const report = await runFuzz(file, { seed: "a few", count: 400 });
    expect(report.findings).toEqual([]);
    expect(report.done).toBe(400);
    // Some changes do no harm, some are noticed.
    expect(report.outcomes.get("returned")).toBeGreaterThan(50);
    expect(report.outcomes.get("UNEXPECTED_VERIFIER_ERROR")).toBeGreaterThan(50);
  });
});
