import { describe, expect, test } from "vitest";
import { parseCaseFile } from "./case-file.ts";
import { describeCases } from "./describe-cases.ts";
import { describeExpectation } from "./outcome-text.ts";

describeCases({ name: "written", count: 2506, network: "randomnet" });
describeCases({ name: "scripts", count: 5, network: "randomnet" });

describe("a file of cases", () => {
  test.each(["null", "[]", "{}", '{"stdlib":"x","modules":[]}'])("is refused when it is %s", (text) => {
    expect(() => parseCaseFile(text)).toThrow("this is no file of machine cases");
  });
});

describe("expectations in words", () => {
  test("codes of natives that were written again are those of the ledger", () => {
    expect(describeExpectation({ abort: { code: "65636", module: "0x1::table" } })).toBe(
      "aborted with 25607 in 0x1::table",
    );
    expect(describeExpectation({ abort: { code: "65636", module: "0xcafe::m" } })).toBe(
      "aborted with 65636 in 0xcafe::m",
    );
  });

  test("which status refuses a call before it runs does not matter", () => {
    expect(describeExpectation({ failure: { status: "NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH" } })).toBe(
      "refused before it ran",
    );
  });
});
