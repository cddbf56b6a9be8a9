import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { expectWholeFiles } from "../store/expect-whole-files.ts";
import { backUpFile } from "../store/open-store.ts";
import { formatBytes } from "./format.ts";
import { createProgressLine } from "./progress-line.ts";

/**
 * The `backup` command: a copy of the database that `restore` and `start --backup` take. A node may be writing meanwhile.
 *
 * @param file - must not exist
 * @param signal - ends it, and leaves no file
 */
export async function backup(file: string, options: StoreOptions, signal: AbortSignal): Promise<void> {
  nameUnfinished(file);
  const progress = createProgressLine();
  try {
    await expectWholeFiles(storeLocation(options), "ledger", {
      signal,
      onProgress: (pages) => progress.show("comparing the pages with their sums", pages),
    });
    await backUpFile(storeLocation(options), file, {
      signal,
      onProgress: ({ copiedPages, totalPages }) =>
        progress.show("copying the database", { done: copiedPages, total: totalPages }),
    });
  } finally {
    progress.end();
  }
  process.stdout.write(`${file}: ${formatBytes(statSync(file).size)}; 'restore' puts it in a data folder\n`);
}

/** Names what backups left next to this one when they were killed: nothing else tells of it, and it is as large as they are. */
function nameUnfinished(file: string): void {
  const folder = dirname(file);
  const [own, suffix] = [`${basename(file)}.part`, `${extname(file)}.part`];
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    // The backup itself says what is wrong with the folder.
    return;
  }
  for (const name of names) {
    if (!name.endsWith(suffix) || name === own) continue;
    const path = join(folder, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    process.stderr.write(
      `${path}: ${formatBytes(size)} of a backup that has not ended; delete it if none is running\n`,
    );
  }
}
