import { describe, expect, test } from "vitest";
import {
  type IntegerType,
  isInRange,
  parseI64,
  parseI128,
  parseI256,
  parseInteger,
  parseU8,
  parseU16,
  parseU32,
  parseU64,
  parseU128,
  parseU256,
} from "./number.ts";

describe("decimal numbers", () => {
  test("reads each width up to its bounds", () => {
    expect(parseU8("255")).toBe(255);
    expect(parseU16("65535")).toBe(65535);
    expect(parseU32("4294967295")).toBe(4294967295);
    expect(parseU64("18446744073709551615")).toBe(2n ** 64n - 1n);
    expect(parseU128("340282366920938463463374607431768211455")).toBe(2n ** 128n - 1n);
    expect(parseU256(`${2n ** 256n - 1n}`)).toBe(2n ** 256n - 1n);
    expect(parseI64("-9223372036854775808")).toBe(-(2n ** 63n));
    expect(parseI128("170141183460469231731687303715884105727")).toBe(2n ** 127n - 1n);
    expect(parseI256(`${-(2n ** 255n)}`)).toBe(-(2n ** 255n));
  });

  test("keeps every digit, on both sides of what a number of the platform holds", () => {
    for (const text of ["0", "9", "999999999999999", "1000000000000000", "9007199254740993", "12345678901234567"]) {
      expect(parseU64(text).toString()).toBe(text);
    }
  });

  test("accepts a plus sign and leading zeros, as the reference does", () => {
    expect(parseU64("+5")).toBe(5n);
    expect(parseU64("0005")).toBe(5n);
    expect(parseI64("+5")).toBe(5n);
    expect(parseI64("-0")).toBe(0n);
    expect(parseU256("0".repeat(70) + "5".repeat(9))).toBe(555555555n);
  });

  test.each<[IntegerType, string, string]>([
    ["u64", "", "empty"],
    ["u64", "-1", "invalid digit"],
    ["u64", "-0", "invalid digit"],
    ["u64", "+", "invalid digit"],
    ["i64", "-", "invalid digit"],
    ["i64", "--1", "invalid digit"],
    ["u64", "1_000", "invalid digit"],
    ["u64", "0x10", "invalid digit"],
    ["u64", " 1", "invalid digit"],
    ["u64", "1\n", "invalid digit"],
    ["u64", "1.0", "invalid digit"],
    ["u64", "1e3", "invalid digit"],
    ["u64", "١", "invalid digit"],
    ["u64", "18446744073709551616", "too large"],
    ["u16", "70000", "too large"],
    ["i8", "128", "too large"],
    ["i8", "-129", "too small"],
    ["u256", `${2n ** 256n}`, "too large"],
    ["u64", "0".repeat(80), "longer than 79"],
  ])("refuses %s %j", (type, text, fault) => {
    const refusal = expect.objectContaining({ code: "invalid_number", message: expect.stringContaining(fault) });
    expect(() => parseInteger(type, text)).toThrow(refusal);
    expect(() => parseInteger(type, text)).toThrow(type);
  });

  test("names the text when it is short and printable", () => {
    expect(() => parseU64("-1")).toThrow('"-1"');
    expect(() => parseU64("\u0000")).toThrow("(1 characters)");
  });

  test("knows the ranges", () => {
    expect([-129n, -128n, 127n, 128n].map((value) => isInRange("i8", value))).toEqual([false, true, true, false]);
  });
});
