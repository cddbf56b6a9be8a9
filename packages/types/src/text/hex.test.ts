import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex, formatHex, hexToBytes, parseHex } from "./hex.ts";

describe("hex", () => {
  test("prints two lower-case digits a byte and trims nothing", () => {
    expect(formatHex(Uint8Array.of(0, 1, 0xab, 0xff))).toBe("0x0001abff");
    expect(formatHex(new Uint8Array(0))).toBe("0x");
    expect(bytesToHex(Uint8Array.of(0x0f))).toBe("0f");
  });

  test("prints long inputs as it prints short ones", () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i);
    const expected = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    expect(bytesToHex(bytes)).toBe(expected);
    expect(formatHex(bytes)).toBe(`0x${expected}`);
  });

  test("reads both cases, with and without 0x", () => {
    expect(parseHex("0xABcd")).toEqual(Uint8Array.of(0xab, 0xcd));
    expect(parseHex("abCD")).toEqual(Uint8Array.of(0xab, 0xcd));
    expect(parseHex("0x")).toEqual(new Uint8Array(0));
    expect(parseHex("")).toEqual(new Uint8Array(0));
  });

  test.each([
    ["0xabc", undefined],
    ["a", undefined],
    ["0xzz", 2],
    ["0x0g", 3],
    ["0X00", 1],
    ["00é0", 2],
    [" 0", 0],
    ["00\u{1f600}", 2],
  ])("refuses %j", (text, position) => {
    expect(() => parseHex(text)).toThrow(expect.objectContaining({ code: "invalid_hex", position }));
  });

  test("without 0x means without 0x", () => {
    expect(() => hexToBytes("0x00")).toThrow(expect.objectContaining({ code: "invalid_hex", position: 1 }));
  });

  test("never repeats characters that do not print", () => {
    expect(() => parseHex("\u0007a")).toThrow("U+0007");
  });

  test("reads what it prints", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(parseHex(formatHex(bytes))).toEqual(bytes);
        expect(hexToBytes(bytesToHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });
});
