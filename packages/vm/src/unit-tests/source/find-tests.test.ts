import { parseAddress } from "@ledger/types";
import { expect, test } from "vitest";
import { findTests } from "./find-tests.ts";

const codes = `
module shop::codes {
    const ENONE: u64 = 5;
    const EBASE: u64 = 0x10000;
    const EFULL: u64 = EBASE + 2;
}`;

/** Reads the tests of a module with some imports. @returns them by their names, or why there is none */
function read(tests: string, imports = "") {
  const text = `module shop::tests {\n${imports}\nconst EOWN: u64 = 9;\n${tests}\n}`;
  const found = findTests({
    sources: [{ path: "tests.move", text }],
    dependencies: [{ path: "codes.move", text: codes }],
    addresses: new Map([["shop", parseAddress("0xcafe")]]),
  });
  return Object.fromEntries(found.map(({ name, test: one, problem }) => [name, one ?? problem]));
}

test("a value for a parameter that the function has not is taken, and left aside", () => {
  const { one } = read("#[test(a = @shop, gone = @0x1)] fun one(a: signer) {}");
  expect(one).toMatchObject({ arguments: [parseAddress("0xcafe")], expectedFailure: undefined });
});

test.each([
  ["use shop::codes::ENONE;", "ENONE", 5n],
  ["use shop::codes::{Self, EFULL};", "EFULL", 0x1_0002n],
  ["use shop::{codes::{ENONE as EFREE}};", "EFREE", 5n],
  ["use shop::codes as other;", "other::ENONE", 5n],
])("%s: a constant of another module is known by its name, and its module is expected", (imports, constant, code) => {
  const { one } = read(`#[test, expected_failure(abort_code = ${constant})] fun one() {}`, imports);
  expect(one).toMatchObject({ expectedFailure: { code, module: "0xcafe::codes" } });
});

test("a module's own constant comes before an imported one, and may be anywhere", () => {
  const { one } = read(
    "#[test, expected_failure(abort_code = EOWN)] fun one() {}",
    "use shop::codes::{EFULL as EOWN};",
  );
  expect(one).toMatchObject({ expectedFailure: { code: 9n, module: undefined } });
});

test("a constant that is nowhere is a problem of its test", () => {
  expect(read("#[test, expected_failure(abort_code = EGONE)] fun one() {}").one).toContain("the constant EGONE");
});

test.each([
  ["", undefined],
  ["(vector_error, location = Self)", "none"],
  ["(major_status = 4004)", "none"],
  ["(vector_error, minor_status = 1)", 1n],
])("#[expected_failure%s] expects a minor status as the compiler's runner does", (args, code) => {
  const { one } = read(`#[test, expected_failure${args}] fun one() {}`);
  expect((one as { expectedFailure: { code?: bigint | "none" } }).expectedFailure.code).toBe(code);
});
