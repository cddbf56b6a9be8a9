import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Runs the fixture as CI and everybody else would. @returns the last lines that were printed */
function run(retry: number): { readonly lines: string[]; readonly code: number | null } {
  const { stdout, status } = spawnSync(
    process.execPath,
    [pathOf("../../../node_modules/vitest/vitest.mjs"), "run", "--root", pathOf("fixture"), "--retry", `${retry}`],
    { encoding: "utf8" },
  );
  return { lines: stdout.trim().split("\n").slice(-2), code: status };
}

test("a test that passes only when it is tried again is named, and does not fail the run", () => {
  const { lines, code } = run(1);
  expect(lines).toEqual([
    expect.stringMatching(/^flaky: three-tests\.ts > now and then > good the second time: tries: expected 1 to be 2/),
    "2 passed, 1 failed, 1 skipped",
  ]);
  expect(code).toBe(1);
});

test("without a second try it is a failure like any other", () => {
  const { lines } = run(0);
  expect(lines.at(-1)).toBe("1 passed, 2 failed, 1 skipped");
  expect(lines.join("\n")).not.toContain("flaky");
});
