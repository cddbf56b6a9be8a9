import { existsSync, renameSync, rmSync } from "node:fs";
import { sumsPath } from "./pages/sums-file.ts";

/** Files that SQLite keeps next to a database. */
export const sqliteFiles: readonly string[] = ["-wal", "-shm", "-journal"];

/** Removes a closed database with all files that belong to it, but the lock of its writer. Harmless where there is none. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", ...sqliteFiles]) rmSync(`${path}${suffix}`, { force: true });
  rmSync(sumsPath(path), { force: true });
}

/**
 * Gives a closed store another name, in the same folder, where there is none.
 *
 * @param path - of the store
 * @param to - its new path
 */
export function renameSqliteStore(path: string, to: string): void {
  // Without sums a file is taken as it is, and those of another file would call it damaged.
  rmSync(sumsPath(to), { force: true });
  renameSync(path, to);
  if (existsSync(sumsPath(path))) renameSync(sumsPath(path), sumsPath(to));
  rmSync(`${path}-lock`, { force: true });
}
