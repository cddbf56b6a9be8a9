import { expect, test } from "vitest";
import { sizedBytes } from "./sized-bytes.ts";

const Key = sizedBytes("Key", 3);

test("the length in front is the one valid length", () => {
  expect(Key.encode(Uint8Array.of(7, 8, 9))).toEqual(Uint8Array.of(3, 7, 8, 9));
  expect(Key.decode(Uint8Array.of(3, 7, 8, 9))).toEqual(Uint8Array.of(7, 8, 9));
  expect(Key.fixedSize).toBe(4);
  expect(sizedBytes("Long", 7856).encode(new Uint8Array(7856)).length).toBe(7858);
  expect(sizedBytes("Long", 7856).fixedSize).toBe(7858);
});

test.each([
  [[2, 7, 8], "wrong_length"],
  [[4, 7, 8, 9, 9], "wrong_length"],
  [[3, 7, 8], "unexpected_end"],
  [[0x83, 0, 7, 8, 9], "uleb128_not_minimal"],
])("%j is refused", (bytes, code) => {
  expect(() => Key.decode(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ code }));
});

test("other values are refused", () => {
  expect(() => Key.encode(Uint8Array.of(1))).toThrow(expect.objectContaining({ code: "wrong_length" }));
  // @ts-expect-error text is no bytes
  expect(() => Key.encode("abc")).toThrow(expect.objectContaining({ code: "wrong_type" }));
});
