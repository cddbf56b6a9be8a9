// `pnpm check docs [--zsh] [PAGE...]`: runs every block of the pages as their readers would, with the packages as they would be
// published from this checkout, which is built. With `--zsh` every page is read with zsh, too. It ends with `N passed, N failed`.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPages } from "./release/pages.ts";
import { publishAll } from "./release/publish.ts";
import { startRegistry } from "./release/registry.ts";
import { listPublished, root } from "./workspace.ts";

const { values, positionals } = parseArgs({
  options: { keep: { type: "boolean", default: false }, zsh: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), "ledger-docs-"));
const registryFolder = join(folder, "registry");
mkdirSync(registryFolder);

function clear(): void {
  if (values.keep) process.stderr.write(`kept: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

try {
  await using registry = await startRegistry(registryFolder);
  await publishAll(root, listPublished(), registry, join(folder, "user.npmrc"));
  const printed = await checkPages({
    folder: join(folder, "pages"),
    repository: root,
    registry,
    pages: positionals,
    inZsh: values.zsh,
  });
  process.exitCode = printed.endsWith(" 0 failed\n") ? 0 : 1;
} finally {
  clear();
}
