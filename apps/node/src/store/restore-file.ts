import { closeSync, copyFileSync, existsSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type LedgerReader, type LedgerSummary, StoreError } from "@ledger/state-store";
import {
  type CopyOptions,
  copySqliteStore,
  openSqliteReader,
  removeDatabase,
  replaceSqliteStore,
} from "@ledger/state-store/sqlite";
import { bytesEqual } from "@ledger/types";
import { makeFolders, removeMadeFolders } from "./made-folders.ts";

/** First bytes of SQLite files. */
const magic = "SQLite format 3\0";

/** Suffix of the copy's name until it is verified: on the same file system, and no node takes it for a ledger. */
const restoredSuffix = ".restored";

/** How a copy is restored. */
export interface RestoreOptions extends CopyOptions {
  /** Replaces a ledger of the same network that is there. */
  readonly replace: boolean;
  /** Verifies what was copied; what it throws ends the restore, and nothing is replaced. */
  readonly verify: (reader: LedgerReader) => Promise<void>;
}

/** Returns true if a path leads to a copy of a database, as `backup` writes it; a backup in the reference format is a folder. */
function isDatabaseCopy(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const descriptor = openSync(path, "r");
  try {
    const start = Buffer.alloc(magic.length);
    return readSync(descriptor, start) === start.length && start.toString("latin1") === magic;
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes of the header of a SQLite file, and where its numbers are. @see https://www.sqlite.org/fileformat.html#the_database_header */
const header = { length: 100, pageSize: 16, changes: 24, pages: 28, pagesOfChange: 92 } as const;

/**
 * Refuses a file that is longer or shorter than it says, before it is copied: the rest of a long one would fill the disk, and a short one
 * has lost pages.
 *
 * @throws StoreError `corrupt`
 */
function expectLength(copy: string): void {
  const start = Buffer.alloc(header.length);
  const descriptor = openSync(copy, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  // A program that did not know the count has left that of another change.
  if (start.readUInt32BE(header.changes) !== start.readUInt32BE(header.pagesOfChange)) return;
  const size = start.readUInt16BE(header.pageSize);
  const wanted = (size === 1 ? 65_536 : size) * start.readUInt32BE(header.pages);
  const found = statSync(copy).size;
  if (wanted === 0 || wanted === found) return;
  throw new StoreError(
    "corrupt",
    `${copy} is damaged: it has ${found} bytes, and its header says ${wanted}; restore another copy, or write a new one with 'backup'`,
  );
}

/** @throws StoreError `invalid_argument` for a path that leads to nothing, or to what may not be looked at */
function expectThere(copy: string): void {
  try {
    statSync(copy);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `there is no file ${copy}` : `cannot read ${copy} (${code})`;
    throw new StoreError("invalid_argument", reason, { cause });
  }
}

/**
 * Puts a copy of a database in the place of a ledger. It is copied next to that place, verified there, and takes it in one step; until
 * then the place is as it was.
 *
 * @param copy - is not changed
 * @param path - of the database of the ledger
 * @throws StoreError `not_a_store` for what is no copy, `corrupt` for one of another length, `invalid_argument` where there is no file, and where a ledger is that may not be replaced,
 * `wrong_network` where it is that of another network, `store_locked` while a node uses it
 */
export async function restoreFile(copy: string, path: string, options: RestoreOptions): Promise<void> {
  expectThere(copy);
  if (!isDatabaseCopy(copy)) throw new StoreError("not_a_store", `${copy} is not a copy that 'backup' has written`);
  if (!hasLog(copy)) expectLength(copy);
  const present = existsSync(path) ? await readSummary(path) : undefined;
  if (existsSync(path) && !options.replace) {
    throw new StoreError(
      "invalid_argument",
      `there is already a ledger in ${dirname(path)}; use --replace to replace it with the copy`,
    );
  }
  const made = makeFolders(dirname(path));
  const restored = restoredPath(path);
  removeDatabase(restored);
  try {
    await copyTo(copy, restored, options);
    const reader = openSqliteReader(restored);
    try {
      expectNetwork(await reader.summary(), present);
      await options.verify(reader);
    } finally {
      await reader.close();
    }
    options.signal?.throwIfAborted();
    replaceSqliteStore(restored, path);
  } finally {
    removeDatabase(restored);
    removeMadeFolders(made, dirname(path));
  }
}

/** Copies a database: that of a running node as of now, one that lies still as it is, which a medium that cannot be written allows too. */
async function copyTo(copy: string, file: string, options: RestoreOptions): Promise<void> {
  if (hasLog(copy)) return copySqliteStore(copy, file, options);
  try {
    copyFileSync(copy, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause;
    throw new StoreError("disk_full", `there is no room for the copy in ${dirname(file)}`, { cause });
  }
}

function hasLog(copy: string): boolean {
  return (statSync(`${copy}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Next to the file itself: where its name is a link, that may be on another file system. */
function restoredPath(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}${restoredSuffix}`;
}

/** Finds what a restore has left that was killed: only another restore removes it. @param path - of the database of the ledger */
export function findLeftRestore(path: string): string | undefined {
  const restored = restoredPath(path);
  return existsSync(restored) ? restored : undefined;
}

async function readSummary(path: string): Promise<LedgerSummary | undefined> {
  const reader = openSqliteReader(path);
  try {
    return await reader.summary();
  } finally {
    await reader.close();
  }
}

function expectNetwork(copied: LedgerSummary | undefined, present: LedgerSummary | undefined): void {
  if (copied === undefined) throw new StoreError("store_empty", "the copy holds no ledger");
  if (present === undefined) return;
  const [theirs, ours] = [copied.genesisHash, present.genesisHash];
  const isSame =
    copied.chainId === present.chainId && (theirs === undefined || ours === undefined || bytesEqual(theirs, ours));
  if (!isSame) {
    throw new StoreError(
      "wrong_network",
      `the copy belongs to another network than the ledger in the folder: it has chain id ${copied.chainId}, the folder has ${present.chainId}, and the genesis differs`,
    );
  }
}
