import { expect, test } from "vitest";
import { buildChain } from "../src/testing/index.ts";
import { runKills } from "./support/kills.ts";

test("a follower that is killed at any instant continues without a gap or a repetition", {
  timeout: 180_000,
}, async () => {
  const chain = buildChain(300, { blocksPerEpoch: 90 });
  const result = await runKills({ chain, kills: 20, seed: 11 });
  expect(result.kills).toBeGreaterThanOrEqual(20);
  expect(result.ledgers).toBeGreaterThan(0);
  expect(result.wrong).toBe(0);
});
