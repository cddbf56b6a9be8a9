import Database from "better-sqlite3";
import { StoreError } from "../store-error.ts";

/** A held writer lock; the system frees it when the process dies, however it dies. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the one writer's place of a store: a file lock on `PATH-lock`, held by an open transaction of an empty database.
 *
 * @throws StoreError `store_locked` while another writer lives, in this process or another
 */
export function takeWriterLock(path: string): WriterLock {
  const database = new Database(`${path}-lock`, { timeout: 0 });
  try {
    database.pragma("journal_mode = memory");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new StoreError("store_locked", "another writer has this store open", { cause: error });
    }
    throw error;
  }
  return { release: () => database.close() };
}
