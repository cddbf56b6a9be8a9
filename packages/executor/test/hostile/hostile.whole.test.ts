import { randomTest } from "@ledger/test-run";
import { describeVectors } from "@ledger/vectors";
import { expect } from "vitest";
import { coreResourcesAddress } from "../../src/index.ts";
import { actor } from "../property/cast.ts";
import { testGenesis } from "../support/local-chain.ts";
import { hostileModules } from "./modules.ts";
import { runHostile } from "./run.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  const options = { seed: "hostile", count: 80 };
  randomTest("a chain keeps running, whatever it is handed", options, async ({ seed, count }) => {
    const core = actor("core resources", coreResourcesAddress);
    const report = await runHostile({ genesis: await testGenesis(), core, seed, count });
    expect(report.findings).toEqual([]);
    const outcomes = [...report.outcomes.keys()];
    // Every module that can be published is, and fails when it is called.
    for (const { name, onPublication } of hostileModules) {
      const wanted = onPublication ? `publish: ${name}: ` : `${name}: `;
      const found = outcomes.filter((outcome) => outcome.startsWith(wanted));
      expect(found, name).toHaveLength(1);
      expect(found[0], name).not.toMatch(/Success|discarded/);
    }
  });
});
