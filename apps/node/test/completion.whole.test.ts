import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand } from "@ledger/node-process";
import { needsProgram } from "@ledger/test-run/needs";
import { describe, expect, test } from "vitest";

const shells = { bash: needsShell("bash"), zsh: needsShell("zsh"), fish: needsShell("fish") };

function needsShell(name: string) {
  return needsProgram(name, "--version");
}

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

test("bash completes commands, flags, and values that are known", shells.bash, async () => {
  const { code, output } = await runCommand("completion", "bash");
  expect(code).toBe(0);
  const complete = (...words: string[]): string[] => completeInBash(output, ["ledger-node", ...words]);
  expect(complete("re").toSorted()).toEqual(["record", "replay", "restore"]);
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

/** What the function of zsh offers: the shell's own functions, which would show it, print it. */
function completeInZsh(script: string, words: readonly string[]): string[] {
  using folder = createDataDir();
  const file = join(folder.path, "completion.zsh");
  writeFileSync(file, script);
  const lines = [
    'compdef() { print -- "for $2" >&2 }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
    '_describe() { print -l -- "${offered[@]}" }',
    'compadd() { shift; print -l -- "$@" }',
    "_files() { print -l -- FILES }",
    `source ${file}`,
    `words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=\${#words}`,
    "_ledger_node",
  ];
  const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", lines.join("\n")], { encoding: "utf8" });
  expect(stderr).toBe("for ledger-node\n");
  const typed = words.at(-1) ?? "";
  const offered = stdout.split("\n").filter(Boolean);
  return offered.map((line) => line.split(":")[0] ?? "").filter((word) => word.startsWith(typed) || word === "FILES");
}

/** What fish offers, without descriptions. */
function completeInFish(script: string, words: readonly string[]): string[] {
  using folder = createDataDir();
  writeFileSync(join(folder.path, "completion.fish"), script);
  const line = words.map((word) => word.replaceAll(" ", "\\ ")).join(" ");
  const { stdout, stderr } = spawnSync(
    "fish",
    ["--no-config", "-c", `source completion.fish; complete --do-complete '${line}'`],
    { encoding: "utf8", cwd: folder.path, env: { ...process.env, HOME: folder.path } },
  );
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((offered) => offered.split("\t")[0] ?? "");
}

describe.each([
  ["zsh", completeInZsh, "FILES"],
  ["fish", completeInFish, "completion.fish"],
] as const)("%s", (shell, completeIn, aFile) => {
  test("completes commands, flags, and values that are known", shells[shell], async () => {
    const { output } = await runCommand("completion", shell);
    const complete = (...words: string[]): string[] => completeIn(output, ["ledger-node", ...words]);
    expect(complete("re").toSorted()).toEqual(["record", "replay", "restore"]);
    expect(complete("")).toEqual(expect.arrayContaining(["start", "verify", "config", "completion"]));
    expect(complete("--fol")).toEqual(["--follow"]);
    expect(complete("config", "")).toEqual(expect.arrayContaining(["check", "show"]));
    expect(complete("config", "")).not.toContain("verify");
    expect(complete("config", "show", "--log-l")).toEqual(["--log-level"]);
    expect(complete("start", "--log-level", "")).toEqual(expect.arrayContaining(["error", "warn", "info", "debug"]));
    expect(complete("prune", "--dry")).toEqual(["--dry-run"]);
    expect(complete("verify", "--dry")).toEqual([]);
    expect(complete("db", "copy", "--fr")).toEqual(["--from"]);
    expect(complete("start", "--config", "")).toContain(aFile);
    expect(complete("restore", "")).toContain(aFile);
    expect(complete("completion", "z")).toEqual(["zsh"]);
  });

  test("has a script that it can read", shells[shell], async () => {
    const { code, output } = await runCommand("completion", shell);
    expect(code).toBe(0);
    expect(output).toContain("restore");
    using folder = createDataDir();
    const file = join(folder.path, "script");
    writeFileSync(file, output);
    expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});

test("every flag of every command is completed", shells.bash, async () => {
  const { output } = await runCommand("completion", "bash");
  for (const path of [["start"], ["prune"], ["restore"], ["db", "copy"], ["config", "check"]]) {
    const help = await runCommand(...path, "--help");
    const flags = [...help.output.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag ?? "");
    expect(flags.length, path.join(" ")).toBeGreaterThan(3);
    expect(completeInBash(output, ["ledger-node", ...path, "--"])).toEqual(expect.arrayContaining(flags));
  }
});

test("another shell is refused", async () => {
  const { code, output } = await runCommand("completion", "tcsh");
  expect([code, output]).toEqual([1, expect.stringContaining("bash, zsh, fish")]);
});
