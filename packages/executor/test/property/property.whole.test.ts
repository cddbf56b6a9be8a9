import { randomTest } from "@ledger/test-run";
import { describeVectors } from "@ledger/vectors";
import { expect } from "vitest";
import { testGenesis } from "../support/local-chain.ts";
import { runProperties } from "./run.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  const options = { seed: "property", count: 150 };
  randomTest("random transactions keep to the rules", options, async ({ seed, count }) => {
    const report = await runProperties({
      genesis: await testGenesis(),
      seed,
      count,
      replayed: count > 5_000 ? 0.2 : 1,
    });
    expect(report.findings).toEqual([]);
    expect(report.done).toBeGreaterThanOrEqual(count);
    expect(report.simulated).toBeGreaterThan(10);
    expect(report.epochs).toBeGreaterThan(1);
    // The play has all sorts in it.
    const kinds = new Set([...report.outcomes.keys()].map((outcome) => outcome.split(":")[0]));
    expect(kinds.size).toBeGreaterThan(15);
  });
});
