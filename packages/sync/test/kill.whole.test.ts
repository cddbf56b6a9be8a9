import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { buildChain } from "../src/testing/index.ts";
import { runKills } from "./support/kills.ts";

const kills = { seed: 11, count: 20 };
randomTest("a follower that is killed at any instant continues without a gap", kills, async ({ seed, count }) => {
  const chain = buildChain(300, { blocksPerEpoch: 90 });
  const result = await runKills({ chain, kills: count, seed });
  expect(result.kills).toBeGreaterThanOrEqual(count);
  expect(result.ledgers).toBeGreaterThan(0);
  expect(result.wrong).toBe(0);
});
