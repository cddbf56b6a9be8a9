import fc from "fast-check";
import { expect, test } from "vitest";
import { BitVec, createBitVec, hasBit, setBits } from "./bit-vec.ts";

test("the most significant bit comes first", () => {
  // The votes of block 1 and 2 of the published examples: Specification, chain types 17.3, chain types 17.5.
  expect(createBitVec(4, [0])).toEqual(Uint8Array.of(0x80));
  expect(createBitVec(32, [1])).toEqual(Uint8Array.of(0x40, 0, 0, 0));
  expect(setBits(Uint8Array.of(0xe0))).toEqual([0, 1, 2]);
  expect(hasBit(Uint8Array.of(0xe0), 3)).toBe(false);
  expect(hasBit(Uint8Array.of(0xff), 8)).toBe(false);
});

test("bits that are set are found again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(299)), (size, picks) => {
      const indices = [...new Set(picks.map((pick) => pick % size))].sort((a, b) => a - b);
      const bits = createBitVec(size, indices);
      expect(bits).toHaveLength(Math.ceil(size / 8));
      expect(setBits(bits)).toEqual(indices);
    }),
  );
});

test.each([-1, 4, 0.5])("bit %d of four does not exist", (index) => {
  expect(() => createBitVec(4, [index])).toThrow(expect.objectContaining({ code: "out_of_range" }));
});

test("BCS is bytes with their length, at most 8192", () => {
  expect(BitVec.encode(Uint8Array.of(0xe0))).toEqual(Uint8Array.of(1, 0xe0));
  expect(BitVec.decode(Uint8Array.of(1, 0xe0))).toEqual(Uint8Array.of(0xe0));
  expect(BitVec.encode(new Uint8Array(8192))).toHaveLength(8194);
  const refused = expect.objectContaining({
    code: "invalid_value",
    cause: expect.objectContaining({ code: "out_of_range" }),
  });
  expect(() => BitVec.encode(new Uint8Array(8193))).toThrow(refused);
  expect(() => BitVec.decode(Uint8Array.of(0x81, 0x40, ...new Uint8Array(8193)))).toThrow(refused);
});
