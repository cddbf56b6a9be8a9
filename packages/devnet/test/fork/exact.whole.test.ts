import { cases, randomTest } from "@ledger/test-run";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { expect } from "vitest";
import { withoutMetadata } from "../support/serve.ts";
import { compareFork } from "./compare-fork.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  const options = { seed: "fork", count: 25 };
  const blocks = cases(30);

  randomTest("a fork of our own node does exactly what the original does", options, async (run) => {
    const genesis = readVectorBytes("genesis/devnet-2025-11.genesis.blob");
    const report = await compareFork({ ...run, blocks, genesis, isReduced: false, answer: (asked) => asked.honest() });
    expect(report.findings).toEqual([]);
    expect(report.transactions).toBeGreaterThanOrEqual(run.count);
  });

  randomTest("a fork of a published node differs by what metadata would tell alone", options, async (run) => {
    const genesis = readVectorBytes("genesis/devnet-2025-11.genesis.blob");
    const report = await compareFork({ ...run, blocks, genesis, isReduced: true, answer: withoutMetadata });
    expect(report.findings).toEqual([]);
    expect(report.transactions).toBeGreaterThanOrEqual(run.count);
  });
});
