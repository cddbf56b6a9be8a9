import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A new folder for the files of one check.
 *
 * @param medium - `memory`, where the system offers that: there a sync costs nothing; `disk` for the folder of temporary files
 */
export function makeScratchFolder(name: string, medium: "memory" | "disk" = "memory"): string {
  const base = medium === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  return mkdtempSync(join(base, `ledger-${name}-`));
}

/** Deletes a scratch folder, unless `KEEP_DB` is set. */
export function removeScratchFolder(folder: string): void {
  if (process.env.KEEP_DB === undefined) rmSync(folder, { recursive: true, force: true });
}
