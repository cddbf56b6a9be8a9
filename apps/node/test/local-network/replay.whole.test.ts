import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { tryReplay } from "./replay.ts";

const options = { seed: 20_261_122, count: 60 };
randomTest(
  "a network that is killed under load loses nothing, and executes again to the same",
  options,
  async (run) => {
    const { seed, count } = run;
    // Two hundred kills for ten thousand blocks.
    const kills = Math.max(1, Math.round(count / 50));
    const { blocks, transactions, acknowledged, problems } = await tryReplay({ blocks: count, kills, seed });
    expect(problems).toEqual([]);
    expect(blocks).toBeGreaterThanOrEqual(count);
    expect(acknowledged).toBeGreaterThan(0);
    expect(transactions).toBeGreaterThanOrEqual(acknowledged);
  },
);
