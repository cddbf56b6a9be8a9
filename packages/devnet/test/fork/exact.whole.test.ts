import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { expect, test } from "vitest";
import { withoutMetadata } from "../support/serve.ts";
import { compareFork } from "./compare-fork.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  const options = { seed: "fork", blocks: 30, count: 25 };

  test("a fork of our own node does exactly what the original does", { timeout: 120_000 }, async () => {
    const genesis = readVectorBytes("genesis/devnet-2025-11.genesis.blob");
    const report = await compareFork({ ...options, genesis, isReduced: false, answer: (asked) => asked.honest() });
    expect(report.findings).toEqual([]);
    expect(report.transactions).toBeGreaterThanOrEqual(25);
  });

  test("a fork of a published node differs by what metadata would tell alone", { timeout: 120_000 }, async () => {
    const genesis = readVectorBytes("genesis/devnet-2025-11.genesis.blob");
    const report = await compareFork({ ...options, genesis, isReduced: true, answer: withoutMetadata });
    expect(report.findings).toEqual([]);
    expect(report.transactions).toBeGreaterThanOrEqual(25);
  });
});
