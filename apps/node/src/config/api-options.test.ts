import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { code, gasUnits } from "./api-options.ts";

test.each([
  ["0x1::coin::balance", "0x1::coin::balance"],
  ["0x0001::coin", "0x1::coin"],
  ["0x0CAFE", "0xcafe"],
])("%s is code", (text, read) => {
  expect(code.parse(text)).toEqual(read);
});

test.each(["", "1::coin", "0x1::", "0x1::a::b::c", "0xg", `0x${"1".repeat(65)}`])("%j is no code", (text) => {
  expect(() => code.parse(text)).toThrow(InvalidArgumentError);
});

test("gas units are whole and above 0", () => {
  expect(gasUnits.parse("2000000")).toBe(2_000_000);
  for (const text of ["0", "-1", "1.5", "1e6", ""]) expect(() => gasUnits.parse(text)).toThrow(InvalidArgumentError);
});
