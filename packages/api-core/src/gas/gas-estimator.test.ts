import { expect, test } from "vitest";
import { nextBucket } from "./block-price.ts";
import { estimateFrom } from "./gas-estimator.ts";

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.11 | Specification, REST API 9.11} */
test("the next bucket is strictly above", () => {
  expect([0n, 100n, 150n, 299n, 1_000_000n].map(nextBucket)).toEqual([150n, 150n, 300n, 300n, 1_000_000n]);
});

test("no blocks give the minimum twice and the bucket above it", () => {
  expect(estimateFrom([], 100n)).toEqual({ low: 100n, market: 100n, aggressive: 150n });
});

test("the newest ten blocks make the low price, thirty the market, all the high one", () => {
  const newest = [...Array<bigint>(9).fill(500n), 300n];
  const middle = Array<bigint>(20).fill(500n);
  const oldest = Array<bigint>(90).fill(3000n);
  expect(estimateFrom([...newest, ...middle, ...oldest], 100n)).toEqual({ low: 300n, market: 500n, aggressive: 5000n });
});

test("the market price is never below the low one", () => {
  expect(estimateFrom([...Array<bigint>(10).fill(1000n), ...Array<bigint>(20).fill(100n)], 100n)).toMatchObject({
    low: 1000n,
    market: 1000n,
  });
});
