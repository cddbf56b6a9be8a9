import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a fixture as CI and everybody else would. @returns the lines that were printed */
function run(fixture: string, env: Readonly<Record<string, string>>, ...args: string[]) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [pathOf("../../../node_modules/vitest/vitest.mjs"), "run", "--root", pathOf(fixture), ...args],
    { encoding: "utf8", env: { ...process.env, ...env } },
  );
  return { lines: stdout.trim().split("\n"), code: status };
}

test("a test that passes only when it is tried again is named, and does not fail the run", () => {
  const { lines, code } = run("fixture", {}, "--retry", "1");
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^flaky: three-tests\.ts > now and then > good the second time: tries: expected 1 to be 2/),
    "2 passed, 1 failed, 1 skipped",
  ]);
  expect(code).toBe(1);
});

test("without a second try it is a failure like any other", () => {
  const { lines } = run("fixture", {}, "--retry", "0");
  expect(lines.at(-1)).toBe("1 passed, 2 failed, 1 skipped");
  expect(lines.join("\n")).not.toContain("flaky");
});

test("a test that never lets the event loop turn is ended, and the run continues", () => {
  const { lines, code } = run("fixture/standstill", { TEST_STANDSTILL_SECONDS: "1" });
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 1 skipped");
  expect(code).toBe(1);
});

describe("the rules of the project units", () => {
  const faults = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.startsWith("fault: "));
  const left = ["1 open Timeout", "the variable LEFT_BEHIND", "another Date"].map(
    (what) => `fault: leaves-things.ts leaves behind: ${what}`,
  );
  const random = { TEST_SEED: "9", TEST_EFFORT: "2", TEST_UNIT_SECONDS: "1" };

  test("what a file leaves behind fails the run; CI also refuses a file that takes long", () => {
    const { lines, code } = run("fixture/rules", { ...random, CI: "true" });
    expect(faults(lines)).toEqual(expect.arrayContaining(left));
    const tooLong = /^fault: keeps-to-them\.ts takes [1-9]\.\d s of processor time; .* Split it, or name it/;
    expect(faults(lines)).toContainEqual(expect.stringMatching(tooLong));
    expect(lines).toContain("skipped: 1 that need a moon: keeps-to-them.ts > flies");
    expect(lines.join("\n")).toMatch(/^slow: [1-9]\.\d s of processor time in keeps-to-them\.ts$/m);
    expect(lines.at(-1)).toBe("3 passed, 4 failed, 1 skipped");
    expect(code).toBe(1);
  });

  test("elsewhere a busy machine fails nobody's run; seed and effort come from the environment", () => {
    const { lines } = run("fixture/rules", { ...random, CI: "" });
    expect(faults(lines)).toEqual(left);
    const others = run("fixture/rules", { TEST_SEED: "", TEST_EFFORT: "1", CI: "" }, "keeps-to-them");
    expect(others.lines.at(-1)).toBe("1 passed, 1 failed, 1 skipped");
  });
});
