import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../workspace.ts";
import { run } from "./run.ts";

/** Copies what git knows, or would add, of the repository, and commits it: a release changes its own files. */
export async function copyRepository(folder: string): Promise<void> {
  const listed = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: root,
  });
  const deleted = new Set((await run("git", ["ls-files", "-z", "--deleted"], { cwd: root })).split("\0"));
  for (const path of listed.split("\0")) {
    // The vectors are test data, a third of all files.
    if (path === "" || deleted.has(path) || path.startsWith("tooling/vectors/data/")) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=release", "-c", "user.email=release@localhost", ...args], { cwd: folder });
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--no-verify", "--message=The state that is released");
}

/** The pnpm that the repository names. */
export function pnpm(folder: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { packageManager: string };
  return run("npm", ["exec", "--yes", "--prefer-offline", "--", packageManager, ...args], {
    cwd: folder,
    ...(env && { env }),
  });
}
