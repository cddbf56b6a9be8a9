// `pnpm check:docs [--seconds N] [PAGE...]`: runs every block of the pages as their readers would, with the packages as they
// would be published. After so many seconds no further page is begun, and those that are left are named. It ends with
// `N passed, N failed`.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkPages } from "./release/pages.ts";
import { publishAll } from "./release/publish.ts";
import { startRegistry } from "./release/registry.ts";
import { copyRepository, pnpm } from "./release/working-copy.ts";
import { listPublished } from "./workspace.ts";

const { values, positionals } = parseArgs({
  options: { keep: { type: "boolean", default: false }, seconds: { type: "string" } },
  allowPositionals: true,
});
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
if (Number.isNaN(seconds)) throw new RangeError(`--seconds is ${values.seconds}: a number is needed`);
const deadline = seconds === undefined ? undefined : Date.now() + seconds * 1_000;
const folder = mkdtempSync(join(tmpdir(), "ledger-docs-"));
const place = (name: string): string => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};

try {
  // Publishing reads the licence and the hooks of the repository: a copy has all of it, and nothing is left in this one.
  const repository = place("repository");
  await copyRepository(repository);
  await pnpm(repository, ["install", "--frozen-lockfile", "--prefer-offline"]);
  await pnpm(repository, ["run", "build"]);
  await using registry = await startRegistry(place("registry"));
  await publishAll(repository, listPublished(repository), registry, join(folder, "user.npmrc"));
  const printed = await checkPages({
    folder: join(folder, "pages"),
    repository,
    registry,
    pages: positionals,
    deadline,
  });
  process.exitCode = printed.endsWith(" 0 failed\n") ? 0 : 1;
} finally {
  if (values.keep) process.stderr.write(`kept: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
