import { expect, test } from "vitest";
import { ByteVector } from "./byte-vector.ts";

test("copies of an empty vector share what holds nothing, and no more once they grow", () => {
  const empty = new ByteVector(new Uint8Array(16));
  empty.length = 0;
  const [first, second] = [empty.copy(), empty.copy()];
  expect(first.data).toBe(second.data);
  first.push(7);
  second.push(8);
  expect([first.bytes, second.bytes, empty.copy().bytes]).toEqual([
    Uint8Array.of(7),
    Uint8Array.of(8),
    new Uint8Array(0),
  ]);
});
