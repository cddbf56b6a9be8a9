import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand } from "@ledger/node-process";
import { expect, test } from "vitest";

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** What bash offers for words that were typed; the last one is being completed. */
function completeInBash(script: string, words: readonly string[]): string[] {
  using folder = createDataDir();
  const file = join(folder.path, "completion.bash");
  writeFileSync(file, script);
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const ask = `source ${file}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _ledger_node; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", ask], { encoding: "utf8", cwd: folder.path })
    .split("\n")
    .filter(Boolean);
}

test.skipIf(!has("bash"))("bash completes commands, flags, and values that are known", async () => {
  const { code, output } = await runCommand("completion", "bash");
  expect(code).toBe(0);
  const complete = (...words: string[]): string[] => completeInBash(output, ["ledger-node", ...words]);
  expect(complete("re")).toEqual(["restore"]);
  expect(complete("")).toEqual(expect.arrayContaining(["start", "verify", "config", "completion", "--follow"]));
  expect(complete("config", "")).toEqual(expect.arrayContaining(["check", "show"]));
  expect(complete("config", "show", "--log-l")).toEqual(["--log-level"]);
  expect(complete("start", "--log-level", "")).toEqual(["error", "warn", "info", "debug"]);
  expect(complete("prune", "--dry")).toEqual(["--dry-run"]);
  expect(complete("verify", "--dry")).toEqual([]);
  expect(complete("restore", "comp")).toEqual(["completion.bash"]);
  expect(complete("start", "--config", "comp")).toEqual(["completion.bash"]);
  expect(complete("completion", "z")).toEqual(["zsh"]);
});

test.each(["zsh", "fish"])("%s has a script that it can read", async (shell) => {
  const { code, output } = await runCommand("completion", shell);
  expect(code).toBe(0);
  expect(output).toContain("restore");
  if (!has(shell)) return;
  using folder = createDataDir();
  const file = join(folder.path, "script");
  writeFileSync(file, output);
  expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

test("another shell is refused", async () => {
  const { code, output } = await runCommand("completion", "tcsh");
  expect([code, output]).toEqual([1, expect.stringContaining("bash, zsh, fish")]);
});
