import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDataDir, runCommand } from "@ledger/node-process";
import { expect, test } from "vitest";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test("every example of the repository is listed, with what it shows", async () => {
  const { code, output } = await runCommand("example");
  expect(code).toBe(0);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect(output).toMatch(new RegExp(`^${name} +\\w.{20,}$`, "m"));
});

test("a copy can be installed: it is whole, and nothing in it is of the repository", async () => {
  using folder = createDataDir();
  const target = join(folder.path, "mine");
  const { code, output } = await runCommand("example", "cover-a-module", target);
  expect(code).toBe(0);
  expect(output).toContain(`  cd ${target}\n  npm install\n  npm test\n`);
  const library = readFileSync(new URL("../../../packages/devnet/package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(library) as { readonly version: string };
  const manifest = readFileSync(join(target, "package.json"), "utf8");
  expect(manifest).not.toMatch(/workspace:|catalog:/);
  expect(JSON.parse(manifest)).toMatchObject({ devDependencies: { "@ledger/devnet": `^${version}` } });
  expect(existsSync(join(target, "build/TipJar/bytecode_modules/tip_jar.mv"))).toBe(true);
  expect(existsSync(join(target, "node_modules"))).toBe(false);
  expect(readFileSync(join(target, "README.md"), "utf8")).not.toContain("](../..");
});

test("a folder with files in it, and a name that is none, are refused, and nothing is written", async () => {
  using folder = createDataDir();
  writeFileSync(join(folder.path, "mine.txt"), "mine");
  expect(await runCommand("example", "fork-test", folder.path)).toEqual({
    code: 1,
    output: `invalid_config: ${folder.path} is not empty: name a folder that is, or one that does not exist\n`,
  });
  expect(readdirSync(folder.path)).toEqual(["mine.txt"]);
  const { code, output } = await runCommand("example", "forktest", join(folder.path, "new"));
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("did you mean 'fork-test'?") });
  expect(existsSync(join(folder.path, "new"))).toBe(false);
  expect(await runCommand("example", "../dist", join(folder.path, "new"))).toMatchObject({ code: 1 });
});
