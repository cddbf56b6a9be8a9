import { existsSync } from "node:fs";
import { StoreError } from "../store-error.ts";
import { openWriteConnection } from "./connection.ts";
import { realFile } from "./opened-file.ts";
import { PageSums } from "./pages/page-sums.ts";
import { checkSchema } from "./schema.ts";
import { translated } from "./translate-error.ts";
import { takeWriterLock } from "./writer-lock.ts";

/** Milliseconds to wait for readers that are in the middle of a read. */
const patienceMs = 100;

/**
 * Makes a store that nothing writes any more one file: whatever is in its write-ahead log is moved into the database. The log is deleted, too,
 * unless a process has the store open to read. A store that lies still is left as it is.
 *
 * @returns false where another writer has the store
 * @throws StoreError `not_a_store`, `corrupt`, `read_only`, `disk_full`, `io_error`
 */
export function settleSqliteStore(path: string): boolean {
  return translated(() => {
    const file = realFile(path);
    if (!existsSync(file) || !existsSync(`${file}-wal`)) return true;
    let lock: ReturnType<typeof takeWriterLock>;
    try {
      lock = takeWriterLock(file);
    } catch (error) {
      if (error instanceof StoreError && error.code === "store_locked") return false;
      throw error;
    }
    try {
      const database = openWriteConnection(file, { busyTimeoutMs: patienceMs });
      try {
        checkSchema(database);
        new PageSums(database, file).close();
        database.pragma("wal_checkpoint(truncate)");
      } finally {
        database.close();
      }
    } finally {
      lock.release();
    }
    return true;
  });
}
