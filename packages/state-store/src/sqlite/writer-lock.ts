import { existsSync, rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreError } from "../store-error.ts";

/** A held writer lock; the system frees it when the process dies, however it dies. */
export interface WriterLock {
  release(): void;
  /**
   * Moves all of the write-ahead log into the file, and deletes the log.
   *
   * @throws StoreError `store_locked` while a reader has the file open
   */
  emptyLog(): void;
  /** Releases the lock and deletes its file: of a store that is deleted. */
  discard(): void;
}

/**
 * Takes the one writer's place of a store: a file lock on `PATH-lock`, held by an open transaction of an empty database. A file
 * that has further names (hard links) could be locked by each of them, so it is also asked for itself.
 *
 * @param path - without symbolic links
 * @param patienceMs - how long a lock is waited for, in this thread: a node that stops holds it for a moment
 * @throws StoreError `store_locked` while another writer lives, in this process or another, under this name or another
 */
export function takeWriterLock(path: string, patienceMs = 0): WriterLock {
  const file = `${path}-lock`;
  const database = lockWhole(file, "memory", undefined, patienceMs);
  try {
    const links = statSync(path, { throwIfNoEntry: false })?.nlink ?? 1;
    // The log of a file is found by its name: no process may have the file open by another name, not even to read.
    if (links > 1) lockWhole(path, "wal").close();
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release: () => database.close(),
    // The last connection of a file deletes its log.
    emptyLog: () => lockWhole(path, "wal", "a reader has this store open").close(),
    discard() {
      rmSync(file, { force: true });
      database.close();
    },
  };
}

/** Returns true while a writer has a store open. @param path - without symbolic links */
export function isWriterLocked(path: string): boolean {
  const file = `${path}-lock`;
  if (!existsSync(file)) return false;
  const database = new Database(file, { readonly: true, timeout: 0 });
  try {
    database.prepare("select 1 from sqlite_schema").get();
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Opens a database that no other connection has open. */
function lockWhole(
  path: string,
  journal: "memory" | "wal",
  refusal = "another writer has this store open",
  timeout = 0,
): Database.Database {
  const database = new Database(path, { timeout });
  try {
    if (journal === "wal") database.pragma("locking_mode = exclusive");
    else database.pragma(`journal_mode = ${journal}`);
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new StoreError("store_locked", refusal, { cause: error });
    }
    throw error;
  }
}
