import { statSync } from "node:fs";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
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
  const progress = createProgressLine();
  try {
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
