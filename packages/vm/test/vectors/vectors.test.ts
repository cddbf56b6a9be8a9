import { describeVectors, readVectorText } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { parseCaseFile } from "./case-file.ts";
import { describeExpectation } from "./outcome-text.ts";
import { type CaseOptions, CaseRunner } from "./run-case.ts";

// What real bytecode did on a real machine; `pnpm check:vm` prints the cases one by one.
describe("recorded cases", () => {
  for (const { name, count, network } of [
    { name: "written", count: 2506, network: "randomnet" },
    { name: "random", count: 3636, network: "randomnet" },
    { name: "scripts", count: 5, network: "randomnet" },
    { name: "framework_randomnet", count: 1205, network: "randomnet" },
    { name: "framework_devnet", count: 1198, network: "devnet" },
  ]) {
    const path = `move-vm/${name}.json`;
    const run = async (options?: CaseOptions) => {
      const file = parseCaseFile(readVectorText(path));
      const runner = await CaseRunner.create(file, options);
      const differing: object[] = [];
      for (const testCase of file.cases) {
        const result = await runner.run(testCase);
        if (result !== undefined) differing.push({ id: testCase.id, ...result });
      }
      expect(differing).toEqual([]);
      expect(file.cases).toHaveLength(count);
    };
    const runs = (): void => {
      test(`all ${count} are equal`, () => run());
      test("so they are where state has to be waited for and gas is counted", () => run({ isLate: true }));
    };
    describeVectors(name, runs, [path, `genesis/${network}.genesis.blob`]);
  }
});

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
