// Builds the site in a folder and serves it, until its parent ends: `serve-site.ts FOLDER`.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "@ledger/check-docs/files";
import { serveFolder } from "../src/build/serve.ts";
import type { ServedSite } from "./test-site.ts";

const run = promisify(execFile);

const folder = process.argv[2]!;
const versions = join(folder, "some/folder");
process.stdin.once("end", () => process.exit()).resume();
const turbo = [join(root, "tooling/launch/src/turbo.mjs"), "run", "reference", "bundle"];
turbo.push("--filter=@ledger/site", "--filter=@ledger/explorer");
await run(process.execPath, turbo, { cwd: root });
const main = join(root, "apps/site/src/main.ts");
const built = await run(process.execPath, ["--conditions=@ledger/source", main, "--versions", versions], { cwd: root });
const [version = ""] = JSON.parse(readFileSync(join(versions, "versions.json"), "utf8")) as string[];
const { url } = await serveFolder(folder, 0);
const site: ServedSite = {
  output: built.stdout + built.stderr,
  folder: join(versions, version),
  url: `${url}some/folder/${version}/`,
};
process.stdout.write(`${JSON.stringify(site)}\n`);
