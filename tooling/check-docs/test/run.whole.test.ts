import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { readBlocks } from "@ledger/doctest/blocks";
import { createDataDir } from "@ledger/node-process";
import { needsProgram } from "@ledger/test-run/needs";
import { expect, onTestFinished, type TestOptions, test } from "vitest";
import { checkTypes, runProgram } from "../src/run/programs.ts";
import { Shell, type ShellName } from "../src/run/shell.ts";
import { checkZshSyntax } from "../src/run/zsh-syntax.ts";

const needsZsh = needsProgram("zsh", "--version");
const open = (folder: string, shell: ShellName = "bash"): Shell =>
  new Shell({ shell, folder, repository: folder, env: process.env });

test("a command that fails is refused with what it printed, and the folder is kept from one to the next", async () => {
  using folder = createDataDir();
  await using shell = open(folder.path);
  await shell.run("mkdir inner && cd inner");
  expect((await shell.run("pwd"))().trim()).toBe(`${folder.path}/inner`);
  await expect(shell.run("echo it broke; exit 3")).rejects.toThrow("it ends with 3:\nit broke");
});

test("zsh is as at a prompt: it takes no comments, and no pattern that matches nothing", needsZsh, async () => {
  using folder = createDataDir();
  await using shell = open(folder.path, "zsh");
  expect((await shell.run("echo 'a?b' # c"))().trim()).toBe("a?b # c");
  await expect(shell.run("echo a?limit=1")).rejects.toThrow("no matches found: a?limit=1");
  await expect(shell.run("# a comment")).rejects.toThrow("command not found: #");
});

const shells: readonly [ShellName, TestOptions][] = [
  ["bash", {}],
  ["zsh", needsZsh],
];
for (const [name, options] of shells) {
  test(`what serves in ${name} stays while its address answers, and is stopped at the end`, options, async () => {
    using folder = createDataDir();
    const program = `const s = require("http").createServer((q, r) => r.end("here"));
s.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + s.address().port + "/"))`;
    let url = "";
    {
      await using shell = open(folder.path, name);
      [url = ""] = /http:\S+/.exec((await shell.run(`'${process.execPath}' -e '${program}'`))()) ?? [];
      expect(await (await fetch(url)).text()).toBe("here");
    }
    await expect(fetch(url)).rejects.toThrow();
  });
}

test("a program with a wrong type, or another result than its page tells, is found with its line", async () => {
  // Here the types of Node are found.
  const cache = fileURLToPath(new URL("../.cache/", import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(cache);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page =
    "# x\n\n```ts\nconst one: number = 1;\none + 1; // => 3\n```\n\n```ts\nconst text: string = 1;\n```\n\n```ts\nJSON.parse('1'); // => 1\n```\n";
  const blocks = readBlocks(page);
  const root = new URL("../../../package.json", import.meta.url);
  const compiler = createRequire(root).resolve("typescript/package.json").replace("package.json", "bin/tsc");
  const problems = (await checkTypes([{ blocks, folder }], compiler)).flatMap((found) => [...found.values()]);
  expect(problems).toEqual([expect.stringMatching(/^line 9: error TS2322: .*'number'.*'string'/)]);
  await expect(runProgram(blocks[0]!, folder, process.env)).rejects.toThrow(/it ends with 1:[\s\S]*2 !== 3/);
  expect(await runProgram(blocks[2]!, folder, process.env)).toBe("");
});

test("zsh finds what it refuses at a prompt, and runs nothing of it", needsZsh, () => {
  using folder = createDataDir();
  const file = `${folder.path}/made`;
  const look = (commands: string) =>
    checkZshSyntax({ path: "x.md", text: `\`\`\`sh\n${commands}\n\`\`\`\n` }).map(({ line, problem }) => [
      line,
      problem,
    ]);
  expect(look(`touch ${file}\necho 'a?b # c' "[d]" e\\?`)).toEqual([
    [2, undefined],
    [3, undefined],
  ]);
  expect(existsSync(file)).toBe(false);
  expect(look("curl http://x/?limit=1\nls\nls # all\nif true; fi")).toEqual([
    [2, "zsh looks for files by an unquoted ?, * or ["],
    [3, undefined],
    [4, "zsh takes no comments at a prompt"],
    [5, expect.stringContaining("parse error near `fi'")],
  ]);
});
