import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { FileCost } from "../src/costs.ts";

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
  expect(lines.slice(-3)).toEqual([
    "failed: three-tests.ts > now and then > good the second time: tries: expected 1 to be 2 // Object.is equality",
    "failed: three-tests.ts > bad: expected 1 to be 2 // Object.is equality",
    "1 passed, 2 failed, 1 skipped",
  ]);
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
    expect(lines.join("\n")).toMatch(
      /^dear: [1-9]\.\d s of processor time, [1-9]\d*\.\d s of wall time: keeps-to-them\.ts$/m,
    );
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

describe("the rules of the project whole", () => {
  const run1 = (env: Readonly<Record<string, string>>) => run("fixture/processes", { TEST_EFFORT: "1", ...env });

  test("a process and a temporary file that a file leaves behind fail the run, and are gone after it", () => {
    const { lines, code } = run1({ CI: "" });
    const faults = lines.filter((line) => line.startsWith("fault: "));
    expect(faults).toEqual([
      expect.stringMatching(/^fault: leaves-things\.ts leaves behind: process \d+: sleep 4711$/),
      "fault: leaves-things.ts leaves behind: temporary forgotten",
    ]);
    expect(lines.at(-1)).toBe("2 passed, 2 failed");
    expect(code).toBe(1);
    expect(spawnSync("pgrep", ["-f", "^sleep 4711"]).status).toBe(1);
  });

  test("what files cost is in a file, with their processes; CI refuses a file that costs too much", () => {
    const { lines } = run1({ CI: "true", TEST_WHOLE_SECONDS: "0.7" });
    const tooLong = /^fault: keeps-to-them\.ts takes \d\.\d s of processor time; .* may take 0\.7 s\. Start less/;
    expect(lines).toContainEqual(expect.stringMatching(tooLong));
    const written = readFileSync(new URL("fixture/processes/.cache/test-costs/whole.json", import.meta.url), "utf8");
    const costs = JSON.parse(written) as readonly FileCost[];
    const starts = { nodes: 1, servers: 0, browsers: 0 };
    expect(costs[0]).toMatchObject({ file: "keeps-to-them.ts", project: "whole", tests: 1, starts });
    expect(costs[0]!.processorSeconds).toBeGreaterThan(0.8);
    expect(costs.map(({ file }) => file)).toEqual(["keeps-to-them.ts", "leaves-things.ts"]);
  });
});

test("a failed file is named with the command that runs it again in the same way", () => {
  const { lines } = run("fixture", { TEST_EFFORT: "3", TEST_SEED: "9" }, "--retry", "0");
  expect(lines).toContainEqual(
    expect.stringMatching(/^repeat: TEST_SEED=9 TEST_EFFORT=3 pnpm exec vitest run three-tests\.ts$/),
  );
});
