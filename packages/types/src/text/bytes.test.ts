import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesEqual, compareBytes, concatBytes } from "./bytes.ts";

describe("byte strings", () => {
  test("a prefix comes first, then the first difference decides", () => {
    const sorted = [[], [0], [0, 0], [0, 255], [1], [1, 0], [128], [255]].map((bytes) => Uint8Array.from(bytes));
    expect(sorted.toReversed().sort(compareBytes)).toEqual(sorted);
  });

  test("equality agrees with the order, on views too", () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 2, maxLength: 4 }), fc.uint8Array({ max: 2, maxLength: 4 }), (a, b) => {
        const view = concatBytes(Uint8Array.of(9), b, Uint8Array.of(9)).subarray(1, 1 + b.length);
        expect(bytesEqual(a, view)).toBe(compareBytes(a, view) === 0);
        expect(Math.sign(compareBytes(a, view))).toBe(-Math.sign(compareBytes(view, a)) + 0);
      }),
    );
  });

  test("joins in order into a fresh array", () => {
    const first = Uint8Array.of(1, 2);
    const joined = concatBytes(first, new Uint8Array(0), Uint8Array.of(3));
    first[0] = 9;
    expect(joined).toEqual(Uint8Array.of(1, 2, 3));
    expect(concatBytes()).toEqual(new Uint8Array(0));
  });
});
