import { expect, test } from "vitest";
import { abortCategory, parseAbort } from "./abort-text.ts";

// The forms of Specification, virtual machine 6.5.
test("an abort with its name and text is taken apart", () => {
  expect(
    parseAbort("Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction"),
  ).toEqual({
    module: "0x1::coin",
    name: "EINSUFFICIENT_BALANCE",
    code: "0x10006",
    text: "Not enough coins to complete transaction",
  });
});

test("an abort that the module does not explain has its code alone", () => {
  expect(parseAbort("Move abort in 0xcafe::shop: 0x2a")).toEqual({
    module: "0xcafe::shop",
    name: undefined,
    code: "0x2a",
    text: undefined,
  });
});

test("other ends are no aborts", () => {
  for (const text of ["Executed successfully", "Out of gas", "Move abort: code 0x1", ""]) {
    expect(parseAbort(text)).toBeUndefined();
  }
});

test("a code tells its kind by the framework's convention", () => {
  expect(abortCategory("0x10006")).toBe("invalid argument");
  expect(abortCategory("0x80001")).toBe("already exists");
  expect(abortCategory("0x2a")).toBeUndefined();
  expect(abortCategory("0xffffffffffffffff")).toBeUndefined();
});
