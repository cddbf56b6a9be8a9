import { expect, test } from "vitest";
import { checksum } from "./checksum.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Published results of MurmurHash3_x86_32. */
test.each([
  ["", 0, 0],
  ["", 1, 0x514e28b7],
  ["", 0xffffffff, 0x81f16f39],
  ["test", 0, 0xba6bd213],
  ["test", 0x9747b28c, 0x704b81dc],
  ["Hello, world!", 0, 0xc0363e43],
  ["Hello, world!", 0x9747b28c, 0x24884cba],
  ["The quick brown fox jumps over the lazy dog", 0x9747b28c, 0x2fa826cd],
  ["aaa", 0x9747b28c, 0x283e0130],
  ["aa", 0x9747b28c, 0x5d211726],
  ["a", 0x9747b28c, 0x7fa09ea6],
])("the checksum of %j with seed %d", (text, seed, expected) => {
  const bytes = bytesOf(text);
  expect(checksum(bytes, 0, bytes.length, seed)).toBe(expected);
  const inside = bytesOf(`..${text}..`);
  expect(checksum(inside, 2, 2 + bytes.length, seed)).toBe(expected);
});

test("no flipped bit has the checksum of the original", () => {
  const bytes = Uint8Array.from({ length: 41 }, (_, i) => i * 7);
  const original = checksum(bytes, 0, bytes.length, 5);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)));
    expect(checksum(flipped, 0, flipped.length, 5)).not.toBe(original);
  }
  for (let bit = 0; bit < 32; bit++) {
    expect(checksum(bytes, 0, bytes.length, (5 ^ (1 << bit)) >>> 0)).not.toBe(original);
  }
});
