import Database from "better-sqlite3";
import { StoreError, type StoreFault, storeClosed } from "../store-error.ts";

const codes: readonly (readonly [prefix: string, code: StoreFault, text: string])[] = [
  ["SQLITE_CORRUPT", "corrupt", "the database file is damaged"],
  ["SQLITE_NOTADB", "not_a_store", "the file is not a SQLite database"],
  ["SQLITE_FULL", "disk_full", "there is no room to write"],
  ["SQLITE_IOERR", "io_error", "the file system failed"],
  ["SQLITE_CANTOPEN", "io_error", "the file cannot be opened"],
  [
    "SQLITE_READONLY",
    "read_only",
    "the file cannot be written: give the user that runs this its folder and the files in it",
  ],
  [
    "SQLITE_PERM",
    "read_only",
    "the file cannot be accessed: give the user that runs this its folder and the files in it",
  ],
  ["SQLITE_BUSY", "store_locked", "another process is using the store"],
  ["SQLITE_LOCKED", "store_locked", "another connection is using the store"],
  ["SQLITE_PROTOCOL", "store_locked", "another process is using the store"],
];

/** Turns what better-sqlite3 throws into a {@link StoreError}, once, at the driver's edge. Anything else passes through. */
export function translateError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof Database.SqliteError) {
    const known = codes.find(([prefix]) => error.code.startsWith(prefix));
    const [, code, text] = known ?? ["", "io_error" as const, "the database failed"];
    return new StoreError(code, `${text} (${error.code})`, { cause: error });
  }
  if (error instanceof TypeError && /database connection is not open/.test(error.message)) {
    return storeClosed(error);
  }
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) {
    return new StoreError("io_error", "the folder does not exist", { cause: error });
  }
  return error;
}

/** Runs `work`; what the database throws leaves as a {@link StoreError}. */
export function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(error);
  }
}

/** The same while a file is opened: an error about the file ends with its path. */
export function whileOpening<T>(path: string, work: () => T): T {
  try {
    return translated(work);
  } catch (error) {
    if (!(error instanceof StoreError) || path === "" || error.message.includes(path)) throw error;
    throw new StoreError(error.details, `${error.message}: ${path}`, { cause: error.cause });
  }
}
