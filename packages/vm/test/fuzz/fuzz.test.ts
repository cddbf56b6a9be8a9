import { describeVectors } from "@ledger/vectors";
import { readVectorText } from "@ledger/vectors/files";
import { expect, test } from "vitest";
import { parseCaseFile } from "../vectors/case-file.ts";
import { runFuzz } from "./run.ts";

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
