import { expect, test } from "vitest";
import { bytesToHash, formatHash, parseHash } from "./hash-value.ts";

const digits = `${"00".repeat(31)}Ab`;

test("a hash keeps its leading zeros", () => {
  expect(formatHash(parseHash(digits))).toBe(`0x${digits.toLowerCase()}`);
  expect(formatHash(parseHash(`0x${digits}`))).toBe(`0x${digits.toLowerCase()}`);
});

test.each([
  ["", undefined],
  ["0x", undefined],
  [digits.slice(1), undefined],
  [`${digits}00`, undefined],
  [`0x${"g".repeat(64)}`, 2],
  [`${"0".repeat(63)}z`, 63],
])("%j is no hash", (text, position) => {
  expect(() => parseHash(text)).toThrow(expect.objectContaining({ code: "invalid_hash", position }));
});

test("32 bytes are a hash, as they are", () => {
  const bytes = new Uint8Array(32);
  expect(bytesToHash(bytes)).toBe(bytes);
  expect(() => bytesToHash(new Uint8Array(31))).toThrow(expect.objectContaining({ code: "invalid_hash" }));
});
