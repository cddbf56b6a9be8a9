import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../store-error.ts";
import { openReadConnection } from "./connection.ts";
import { removeDatabase, sqliteFiles } from "./database-files.ts";
import { realFile } from "./opened-file.ts";
import { sumsPath } from "./pages/sums-file.ts";
import { checkSchema } from "./schema.ts";
import { translateError } from "./translate-error.ts";
import { takeWriterLock } from "./writer-lock.ts";

/** The end of a copy's name until it is whole. */
const partSuffix = ".part";

/** Pages that are copied between two turns of the event loop: 4 MiB. */
const stepPages = 1_024;

/** How far a copy has come. */
export interface CopyProgress {
  readonly copiedPages: number;
  readonly totalPages: number;
}

/** How a store is copied. */
export interface CopyOptions {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Ends the copy; what there is of it is deleted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a copy of a store to a new file while its writer, in this process or another one, and readers go on. The copy is as of
 * the moment at which it begins, and appears under its name when it is whole and on the disk. Until then the write-ahead log of
 * the store cannot be begun again, so it grows by what is committed meanwhile.
 *
 * @param path - of the store
 * @param file - must not exist
 * @throws StoreError `invalid_argument` if the file exists, `not_a_store`, `schema_unsupported`, `disk_full`, `io_error`; what
 * `signal` was aborted with
 */
export async function copySqliteStore(path: string, file: string, options: CopyOptions = {}): Promise<void> {
  if (existsSync(file)) throw new StoreError("invalid_argument", "the file exists; a copy is written to a new file");
  const part = `${file}${partSuffix}`;
  const database = openReadConnection(path, {});
  try {
    checkSchema(database);
    removeDatabase(part);
    // An open snapshot keeps what is copied from changing; the copy would begin again with every commit otherwise.
    database.exec("begin");
    database.prepare("select 1 from sqlite_schema limit 1").get();
    await database.backup(part, {
      progress({ totalPages, remainingPages }) {
        options.signal?.throwIfAborted();
        options.onProgress?.({ copiedPages: totalPages - remainingPages, totalPages });
        return stepPages;
      },
    });
    options.signal?.throwIfAborted();
    sync(part);
    renameSync(part, file);
    sync(dirname(file));
  } catch (error) {
    removeDatabase(part);
    throw options.signal?.aborted === true ? options.signal.reason : translateError(error);
  } finally {
    database.close();
  }
}

/**
 * Puts a store in the place of another one, or where there is none, in one step: whatever happens meanwhile, the place has the
 * store of before or the new one.
 *
 * @param from - a closed store on the same file system, which no process has open; it gets the name of the other
 * @throws StoreError `store_locked` while a process has the store of the place open, to write or to read
 */
export function replaceSqliteStore(from: string, path: string): void {
  const place = realFile(path);
  const lock = takeWriterLock(place);
  try {
    // A log that belongs to the store of before would be taken for one of the new store.
    if (existsSync(place)) lock.emptyLog();
    // Those of the store of before; a node makes others when it starts.
    rmSync(sumsPath(place), { force: true });
    for (const suffix of sqliteFiles) rmSync(`${from}${suffix}`, { force: true });
    rmSync(sumsPath(from), { force: true });
    sync(from);
    renameSync(from, place);
    sync(dirname(place));
  } finally {
    lock.release();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Folders cannot be synchronized everywhere; a rename is then as durable as the system makes it.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  } finally {
    closeSync(descriptor);
  }
}
