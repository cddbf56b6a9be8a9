import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderKeys } from "./key-order.ts";

function order(keys: readonly Uint8Array[]): number[] {
  const bytes = Uint8Array.from([9, ...keys.flatMap((key) => [...key, 7])]);
  const bounds: number[] = [];
  let at = 1;
  for (const key of keys) {
    bounds.push(at, at + key.length);
    at += key.length + 1;
  }
  return [...orderKeys(bytes, bounds, keys.length)];
}

const expectOrdered = (keys: readonly Uint8Array[]): void => {
  const numbers = order(keys);
  expect([...numbers].sort((a, b) => a - b)).toEqual(keys.map((_, i) => i));
  const sorted = numbers.map((i) => keys[i]!);
  expect(sorted).toEqual([...keys].sort(Buffer.compare));
};

describe("orderKeys", () => {
  test("orders as byte strings are ordered", () => {
    // Few values and a long common start: ties, prefixes and differences after the bytes that are looked at first.
    const key = fc
      .tuple(fc.constantFrom(0, 3, 70), fc.array(fc.constantFrom(0, 1, 255), { maxLength: 12 }))
      .map(([common, rest]) => Uint8Array.from([...new Array<number>(common).fill(5), ...rest]));
    fc.assert(fc.property(fc.array(key, { maxLength: 60 }), expectOrdered), { numRuns: cases(1000) });
  });

  test("orders many keys, for which less of each fits beside its number", () => {
    const keys = Array.from({ length: 70_000 }, (_, i) => {
      const n = Math.imul(i, 0x9e37_79b1) >>> 0;
      return Uint8Array.of(1, n & 3, 0, n >>> 24, (n >>> 16) & 0xff, (n >>> 8) & 0xff);
    });
    expectOrdered(keys);
  });

  test("an absent byte comes before zero", () => {
    expect(order([Uint8Array.of(1, 0), Uint8Array.of(1), Uint8Array.of()])).toEqual([2, 1, 0]);
  });
});
