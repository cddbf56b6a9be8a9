import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { parseCode, parseGasUnits } from "./view-options.ts";

test.each([
  ["0x1::coin::balance", "0x1::coin::balance"],
  ["0x0001::coin", "0x1::coin"],
  ["0x0CAFE", "0xcafe"],
])("%s is code", (text, code) => {
  expect(parseCode(text)).toEqual(code);
});

test.each(["", "1::coin", "0x1::", "0x1::a::b::c", "0xg", `0x${"1".repeat(65)}`])("%j is no code", (text) => {
  expect(() => parseCode(text)).toThrow(InvalidArgumentError);
});

test("gas units are whole and above 0", () => {
  expect(parseGasUnits("2000000")).toBe(2_000_000);
  for (const text of ["0", "-1", "1.5", "1e6", ""]) expect(() => parseGasUnits(text)).toThrow(InvalidArgumentError);
});
