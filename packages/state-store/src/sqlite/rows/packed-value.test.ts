import { expect, test } from "vitest";
import { packBaseValue, packedLength, packInto, unpackRemovedKey, unpackValue } from "./packed-value.ts";

const key = Uint8Array.of(1, 2, 3);
const value = Uint8Array.from({ length: 30 }, (_, i) => i);

function pack(keyId: number, version: number, write: Parameters<typeof packInto>[4]): Buffer {
  const target = Buffer.alloc(packedLength(write) + 4);
  expect(packInto(target, 2, keyId, version, write)).toBe(packedLength(write) + 2);
  return target.subarray(2, -2);
}

test("a packed write is found again, and nothing but what was packed for the key", () => {
  for (const metadata of [undefined, Uint8Array.of(9, 9)]) {
    const packed = pack(7, 40, { key, value, metadata });
    expect(unpackValue(7, packed, 0, packed.length)).toEqual({ bytes: value, metadata, version: 40n });
    expect(() => unpackValue(8, packed, 0, packed.length)).toThrow(/does not match its checksum/);
    for (let bit = 0; bit < packed.length * 8; bit++) {
      const flipped = Buffer.from(packed);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => unpackValue(7, flipped, 0, flipped.length), `bit ${bit}`).toThrow(
        expect.objectContaining({ code: "corrupt" }),
      );
    }
  }
});

test("a removal keeps its key, and has a checksum too", () => {
  const packed = pack(7, 40, { key, value: undefined, metadata: undefined });
  expect(unpackValue(7, packed, 0, packed.length)).toBeUndefined();
  expect(unpackRemovedKey(7, packed)).toEqual(key);
  packed[9]! ^= 1;
  expect(() => unpackRemovedKey(7, packed)).toThrow(/does not match its checksum/);
});

test("a base value has one as well", () => {
  const packed = packBaseValue(7, 40, { key, kind: "value", value, metadata: undefined, origin: "node.example" });
  expect(unpackValue(7, packed, 0, packed.length)?.bytes).toEqual(value);
  packed[10]! ^= 1;
  expect(() => unpackValue(7, packed, 0, packed.length)).toThrow(/does not match its checksum/);
});
