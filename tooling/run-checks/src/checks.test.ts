import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { benches } from "./benches.ts";
import { changeRules } from "./changes.ts";
import { checks, repositoryChecks } from "./checks.ts";
import type { Step } from "./entry.ts";
import { nearestName } from "./names.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");

/** What a step names that is not there. */
function missingOf(step: Step): readonly string[] {
  if ("command" in step) return step.command.filter((part) => part.endsWith(".ts") && !existsSync(root + part));
  const ending = step.project === "units" ? ".test.ts" : `.${step.project}.test.ts`;
  return step.tests.filter((test) => !files.some((file) => file.includes(test) && file.endsWith(ending)));
}

describe("the checks and measurements", () => {
  test.each(Object.entries({ ...checks, ...benches }))("%s runs what is there", (_, { steps }) => {
    expect(steps.flatMap(missingOf)).toEqual([]);
  });

  test("that others name are there", () => {
    const named = [...repositoryChecks, ...changeRules.flatMap((rule) => rule.checks)];
    expect(named.filter((name) => !Object.hasOwn(checks, name))).toEqual([]);
  });

  test("that pages name are there", () => {
    const pages = files.filter((file) => file.endsWith(".md") && existsSync(root + file));
    const wrong = pages.flatMap((page) =>
      [...readFileSync(root + page, "utf8").matchAll(/pnpm (check|bench) ([a-z][a-z-]*)/g)].flatMap(
        ([text, door, name = ""]) =>
          Object.hasOwn(door === "check" ? checks : benches, name) ? [] : [`${page}: ${text}`],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("that a change wants are in the table of CONTRIBUTING, by folder", () => {
    const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ") || "-";
    const rows = changeRules.map((rule) => `| ${code(rule.folders)} | ${code(rule.whole)} | ${code(rule.checks)} |`);
    const page = readFileSync(`${root}CONTRIBUTING.md`, "utf8");
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });

  test("are suggested for a name that is nearly theirs", () => {
    expect(nearestName("fairnes", Object.keys(checks))).toBe("fairness");
    expect(nearestName("everything", Object.keys(checks))).toBeUndefined();
  });
});
