// `pnpm release:version`: turns the changesets into versions and changelogs. Changes of a library are announced to the
// users of the packages that bundle it, too.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBundled, nameBundlers } from "./name-bundlers.ts";
import { listPublished, root } from "./workspace.ts";

const folder = join(root, ".changeset");
const bundled = findBundled(listPublished());
for (const name of readdirSync(folder)) {
  if (!name.endsWith(".md") || name === "README.md") continue;
  const file = join(folder, name);
  const before = readFileSync(file, "utf8");
  const after = nameBundlers(before, bundled);
  if (after !== before) writeFileSync(file, after);
}
const { status } = spawnSync("pnpm", ["exec", "changeset", "version"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
