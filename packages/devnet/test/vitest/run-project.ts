import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Path of a file next to this one. */
export const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Makes a project of its own that has this package and vitest. @returns its folder */
export async function createProject(): Promise<string> {
  // The temporary folder may be a link, and reports name real files.
  const folder = await realpath(await mkdtemp(join(tmpdir(), "vitest-project-")));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(pathOf("project"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await mkdir(join(folder, "node_modules/@ledger"), { recursive: true });
  await symlink(pathOf("../.."), join(folder, "node_modules/@ledger/devnet"));
  await symlink(pathOf("../../../../node_modules/vitest"), join(folder, "node_modules/vitest"));
  return folder;
}

/** Runs the project's tests, all or those of some files, as its user would. */
export function runTests(
  cwd: string,
  files: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = { ...process.env, CI: "false", NO_COLOR: "1" };
  const args = ["node_modules/vitest/vitest.mjs", "run", ...files];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd, env }, (_, ...output) =>
      resolve({ code: child.exitCode, output: output.join("") }),
    );
  });
}
