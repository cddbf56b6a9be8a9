// Runs the tests and checks that a change needs: the repository's checks, the units that import a changed file, and the whole tests of
// the changed folders. Also names the longer checks worth running.
//   pnpm test:changed [BASE]      BASE is a commit; by default origin/main, or HEAD if there is no such branch
import { execFileSync, spawnSync } from "node:child_process";
import { findWanted } from "./changes.ts";
import { runCommand } from "./run-entry.ts";

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

function findBase(): string {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return git("rev-parse", "--verify", `${given}^{commit}`);
  const hasMain = spawnSync("git", ["rev-parse", "--verify", "--quiet", "origin/main"]).status === 0;
  return hasMain ? git("merge-base", "origin/main", "HEAD") : git("rev-parse", "HEAD");
}

async function run(...line: string[]): Promise<void> {
  process.stdout.write(`== ${line.join(" ")}\n`);
  if ((await runCommand({ line })).code !== 0) process.exitCode = 1;
}

const base = findBase();
const untracked = git("ls-files", "--others", "--exclude-standard");
const paths = [...git("diff", "--name-only", base).split("\n"), ...untracked.split("\n")].filter((path) => path !== "");
const { whole, checks } = findWanted(paths);
process.stdout.write(`${paths.length} files differ from ${base.slice(0, 8)}\n`);
if (paths.length > 0) {
  await run("pnpm", "check");
  await run("vitest", "run", "--project", "units", "--changed", base, "--passWithNoTests");
  if (whole.length > 0) await run("vitest", "run", "--project", "whole", ...whole);
  if (checks.length > 0)
    process.stdout.write(`Consider also: ${checks.map((name) => `pnpm check ${name}`).join(", ")}\n`);
}
