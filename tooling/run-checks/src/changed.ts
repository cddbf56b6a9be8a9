// Runs what a change needs: the repository's quick checks, the units that import what changed, and the tests of processes of the
// parts that changed. Names the longer checks that the change wants besides.
//   pnpm test:changed [BASE]      BASE is a commit; origin/main by default, or the last commit where there is no such branch
import { execFileSync, spawnSync } from "node:child_process";
import { findWanted } from "./changes.ts";

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

function findBase(): string {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return git("rev-parse", "--verify", `${given}^{commit}`);
  const hasMain = spawnSync("git", ["rev-parse", "--verify", "--quiet", "origin/main"]).status === 0;
  return hasMain ? git("merge-base", "origin/main", "HEAD") : git("rev-parse", "HEAD");
}

/** Runs a command with this one's streams, and remembers when one fails. */
function run(...command: string[]): void {
  process.stdout.write(`== ${command.join(" ")}\n`);
  const { status } = spawnSync(command[0]!, command.slice(1), {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exitCode = 1;
}

const base = findBase();
const untracked = git("ls-files", "--others", "--exclude-standard");
const paths = [...git("diff", "--name-only", base).split("\n"), ...untracked.split("\n")].filter((path) => path !== "");
const { whole, checks } = findWanted(paths);
process.stdout.write(`${paths.length} files differ from ${base.slice(0, 8)}\n`);
if (paths.length > 0) {
  run("pnpm", "check");
  run("pnpm", "exec", "vitest", "run", "--project", "units", "--changed", base, "--passWithNoTests");
  if (whole.length > 0) run("pnpm", "exec", "vitest", "run", "--project", "whole", ...whole);
  if (checks.length > 0)
    process.stdout.write(`Consider also: ${checks.map((name) => `pnpm check ${name}`).join(", ")}\n`);
}
