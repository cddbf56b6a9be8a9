// `pnpm check docs [--zsh] [PAGE...]`: runs every block of the pages as their readers would, with the packages as they would be
// published from this checkout, which is built. With `--zsh` every page is read with zsh, too. It ends with `N passed, N failed`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPages } from "./release/pages.ts";
import { publishAll } from "./release/publish.ts";
import { startRegistry } from "./release/registry.ts";
import { makeWorkFolder } from "./release/work-folder.ts";
import { listPublished, root } from "./workspace.ts";

const { values, positionals } = parseArgs({
  options: { keep: { type: "boolean", default: false }, zsh: { type: "boolean", default: false } },
  allowPositionals: true,
});
using folder = makeWorkFolder("docs", values.keep);
await using registry = await startRegistry(folder.path);
await publishAll(root, listPublished(), registry, join(folder.path, "user.npmrc"));
const printed = await checkPages({
  folder: folder.place("pages"),
  repository: root,
  registry,
  pages: positionals,
  inZsh: values.zsh,
});
process.exitCode = printed.endsWith(" 0 failed\n") ? 0 : 1;
