// `pnpm check release [--keep]`: a release from beginning to end, in a copy of the repository and against a registry on this
// machine: versions, changelogs, tags, publication; then the packages are used as their users do.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPnpm } from "./release/consumers.ts";
import { interruption } from "./release/interruption.ts";
import { checkPages } from "./release/pages.ts";
import { publishAll } from "./release/publish.ts";
import { startRegistry } from "./release/registry.ts";
import { run } from "./release/run.ts";
import { makeWorkFolder } from "./release/work-folder.ts";
import { copyRepository, pnpm } from "./release/working-copy.ts";
import { listPublished, type Package } from "./workspace.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
using folder = makeWorkFolder("release", values.keep);
const copy = folder.place("repository");

let passed = 0;
let failed = 0;

/** Runs one step; those after a failed one are run too, where they can be. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  const start = Date.now();
  let line: string;
  try {
    line = `ok   ${name}: ${await work()}`;
    passed += 1;
  } catch (error) {
    interruption.throwIfAborted();
    line = `FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`;
    failed += 1;
  }
  process.stdout.write(`${line} (${((Date.now() - start) / 1000).toFixed(1)} s)\n`);
}

function expect(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

let released: Package[] = [];

await step("copy", async () => {
  await copyRepository(copy);
  // A fix of one library alone: it has to reach those who run the node.
  writeFileSync(
    join(copy, ".changeset/check-release.md"),
    '---\n"@ledger/bcs": patch\n---\n\nFixed what check-release fixes.\n',
  );
  await pnpm(copy, ["install", "--frozen-lockfile", "--prefer-offline"]);
  return "installed from the lockfile";
});
await step("versions", async () => {
  await pnpm(copy, ["run", "release:version"]);
  released = listPublished(copy);
  for (const { path, manifest } of released) {
    expect(manifest.version !== "0.0.0", `${manifest.name} has no version`);
    expect(existsSync(join(copy, path, "CHANGELOG.md")), `${manifest.name} has no changelog`);
  }
  const told = readFileSync(join(copy, "apps/node/CHANGELOG.md"), "utf8").includes("Fixed what check-release fixes.");
  expect(told, "the node's changelog does not tell of a fix in a library that it bundles");
  await run("git", ["add", "--all"], { cwd: copy });
  await run(
    "git",
    ["-c", "user.name=release", "-c", "user.email=release@localhost", "commit", "--quiet", "--message=release"],
    { cwd: copy },
  );
  return released.map(({ manifest }) => `${manifest.name} ${manifest.version}`).join(", ");
});
await step("build", async () => {
  await pnpm(copy, ["run", "build"]);
  return "the released state";
});
await step("npm pack is refused", async () => {
  const refusal = await run("npm", ["pack"], { cwd: join(copy, "packages/bcs") }).catch(
    (error: Error) => error.message,
  );
  expect(refusal.includes("with pnpm"), `npm pack made a tarball: ${refusal}`);
  expect(!readdirSync(join(copy, "packages/bcs")).some((name) => name.endsWith(".tgz")), "npm pack left a tarball");
  return "nothing was written";
});
await using registry = await startRegistry(folder.path);
await step("publish", async () => {
  await publishAll(copy, released, registry, join(folder.path, "user.npmrc"));
  return `${released.length} packages`;
});
await step("tags", async () => {
  await pnpm(copy, ["exec", "changeset", "git-tag"]);
  const tags = (await run("git", ["tag", "--list"], { cwd: copy })).split("\n");
  const missing = released
    .map(({ manifest }) => `${manifest.name}@${manifest.version}`)
    .filter((tag) => !tags.includes(tag));
  expect(missing.length === 0, `${missing.join(", ")} are missing`);
  return `${released.length} tags`;
});
await step("pnpm, bundler, browser", () => checkPnpm(folder.place("pnpm"), registry));
await step("the first hour", async () => {
  const printed = await checkPages({ folder: folder.place("pages"), repository: copy, registry, inZsh: true });
  const [counts = ""] = printed.trim().split("\n").slice(-1);
  expect(counts.endsWith(" 0 failed"), `of what the pages say, ${counts}`);
  return `of what the pages say, ${counts}`;
});
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
