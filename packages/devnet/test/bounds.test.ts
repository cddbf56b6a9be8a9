import { AccumulatorFrontier } from "@ledger/types";
import { expect, test } from "vitest";
import { createGenesis } from "../src/genesis/build.ts";
import { DevnetChain } from "../src/runtime/chain.ts";

test("the state stops growing, and does not start again", () => {
  const { state } = createGenesis();
  const chain = new DevnetChain(state, new AccumulatorFrontier("TransactionAccumulator"));
  const produce = (blocks: number): void => {
    for (let i = 0; i < blocks; i++) chain.produceBlock(0n);
  };
  produce(420);
  const middle = state.usage;
  produce(120);
  const { items, bytes } = state.usage;
  // A clock that stands still is the worst case: nothing ever expires.
  expect(items - middle.items).toBeLessThan(8n);
  expect(bytes - middle.bytes).toBeLessThan(20_000n);
});
