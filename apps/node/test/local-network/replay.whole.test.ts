import { expect, test } from "vitest";
import { tryReplay } from "./replay.ts";

test("a network that is killed under load loses nothing, and comes out the same when it is executed again", async () => {
  const { blocks, transactions, acknowledged, problems } = await tryReplay({ blocks: 60, kills: 3, seed: 20261122 });
  expect(problems).toEqual([]);
  expect(blocks).toBeGreaterThanOrEqual(60);
  expect(acknowledged).toBeGreaterThan(0);
  expect(transactions).toBeGreaterThanOrEqual(acknowledged);
}, 240_000);
