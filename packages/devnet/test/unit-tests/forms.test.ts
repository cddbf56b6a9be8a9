import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readTestBuild } from "../../src/node/read-test-build.ts";
import { MoveTestError, MoveTestSuite } from "../../src/unit-tests/move-test-suite.ts";

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const [code, tests] = [pathOf("forms/sources/code.move"), pathOf("forms/tests/forms_tests.move")];

/** The compiler that made the map takes the abort for the line after it: its optimizer does not correct maps. */
const halfAborts = "number / 2";

/** What each test says that has to fail, and the places that its stack names, innermost first. */
const failures: Readonly<Record<string, readonly [message: string, ...places: string[]]>> = {
  random_fails: [
    "the test failed with ABORTED with code 0 (0x0) in 0xf0::forms_tests: aborted with code 0\nThe arguments were …",
    "assert!((number as u16) + (other as u16) < 256, 0);",
  ],
  random_struct_fails: [
    "the test failed with TYPE_MISMATCH: there are no random values of type 0xf0::code::Item",
    "fun random_struct_fails(_item: code::Item) {}",
  ],
  calls_fail_fails: [
    "the test failed with ABORTED with code 7 (0x7) in 0xf0::code: aborted with code 7",
    halfAborts,
    "half(half(number))",
    "code::quarter(1);",
  ],
  returning_fails: ["the test returned, but must fail with a failure", "fun returning_fails() {}"],
  wrong_code_fails: [
    "the test must fail with ABORTED with code 8 (0x8) in 0xf0::code, but failed with ABORTED with code 7 (0x7) in 0xf0::code: aborted with code 7",
    halfAborts,
  ],
  wrong_module_fails: [
    "the test must fail with ABORTED with code 7 (0x7) in 0xf0::forms_tests, but failed with ABORTED with code 7 (0x7) in 0xf0::code: aborted with code 7",
  ],
  wrong_kind_fails: [
    "the test must fail with ARITHMETIC_ERROR in 0xf0::code, but failed with ABORTED with code 7 (0x7) in 0xf0::code: aborted with code 7",
  ],
  wrong_minor_status_fails: [
    "the test must fail with VECTOR_OPERATION_ERROR with code 2 (0x2) in 0xf0::forms_tests, but failed with VECTOR_OPERATION_ERROR with code 1 (0x1) in 0xf0::forms_tests: …",
    "*vector::borrow(&vector[1u8], 2);",
  ],
  endless_fails: [
    "the test failed with OUT_OF_GAS in 0xf0::forms_tests: out of gas (a test may use 100 gas units: maxGasUnits)",
    "loop {}",
  ],
};

describe("tests of every form, as a compiler has made them", () => {
  const suite = new MoveTestSuite(
    readTestBuild(pathOf("forms/build/Forms"), [pathOf("forms/sources"), pathOf("forms/tests")]),
    {
      maxGasUnits: 100,
    },
  );

  test("they are those of the source, in its order", () => {
    const marked = [...readFileSync(tests, "utf8").matchAll(/^ {4}#\[.*test\b.*\n(?: {4}#.*\n)* {4}fun (\w+)/gm)];
    expect(marked.length).toBe(27);
    expect(suite.tests.map(({ name }) => name)).toEqual(marked.map(([, name]) => name));
  });

  for (const declared of suite.tests) {
    const failure = failures[declared.name];
    test(`${declared.name}${failure === undefined ? " passes" : ""}`, async () => {
      const printed: string[] = [];
      const error = await suite.run(declared, (text) => printed.push(text)).catch((thrown: unknown) => thrown);
      if (declared.name === "prints") expect(printed).toEqual(["42"]);
      if (failure === undefined) {
        expect(error).toBeUndefined();
        return;
      }
      expect(error).toBeInstanceOf(MoveTestError);
      const [message, ...lines] = failure;
      const { message: said, stack } = error as MoveTestError;
      const [start, end] = message.split("…");
      expect(said.startsWith(start!) && said.endsWith(end ?? "")).toBe(true);
      if (end === undefined) expect(said).toBe(message);
      expect(placesIn(stack!).slice(0, lines.length)).toEqual(lines);
    });
  }
});

/** The lines of the sources that a stack leads to. */
function placesIn(stack: string): string[] {
  return [...stack.matchAll(/^ {4}at 0xf0::\w+::\w+ \((.*):(\d+):1\)$/gm)].map(([, file, line]) => {
    expect([code, tests]).toContain(file);
    return readFileSync(file!, "utf8").split("\n")[Number(line) - 1]!.trim();
  });
}
