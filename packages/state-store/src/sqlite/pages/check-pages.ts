import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { StoreError } from "../../store-error.ts";
import { hasConnection } from "../connection.ts";
import { realFile } from "../opened-file.ts";
import { translateError } from "../translate-error.ts";
import { isWriterLocked } from "../writer-lock.ts";
import { sumOfPage } from "./page-sum.ts";
import { SumsFile, sumsPath } from "./sums-file.ts";
import { readWalPages } from "./wal-pages.ts";

/** Bytes that are read at once. */
const pieceBytes = 2 ** 20;
/** Bytes that are looked at before other work has its turn. */
const turnBytes = 2 ** 26;
/** Pages of the database's header. */
const pageSizeAt = 16;
const pageCountAt = 28;
const headerBytes = 100;

/** Options of {@link expectWholePages}. */
export interface CheckPagesOptions {
  /** Cure for a damaged file; restoring the ledger when absent. */
  readonly cure?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how much has been looked at. */
  readonly onProgress?: ((pages: { readonly done: number; readonly total: number }) => void) | undefined;
}

/**
 * Compares each page of a database with the sum that was kept when it was written: rows show what is changed in them, but not that one is
 * no longer found. Where no sums have been kept, they are made now. A file that a writer has open is left alone: it was looked at
 * when the writer was opened. Takes a second of the processor for 2.5 to 3 GB.
 *
 * It is called before this process opens the file: closing a file gives up every lock that the process has on it. One that this thread has
 * open is left alone, too. Other work has its turn every 64 MiB.
 *
 * @throws StoreError `corrupt` with the page and its table; the reason of the signal
 */
export async function expectWholePages(path: string, options: CheckPagesOptions = {}): Promise<void> {
  try {
    if (!existsSync(path)) return;
    const file = realFile(path);
    if (hasConnection(file) || isWriterLocked(file)) return;
    const damaged = await findDamagedPages(file, options);
    // A writer that was opened meanwhile changes pages.
    if (damaged.length === 0 || isWriterLocked(file)) return;
    const [first] = damaged;
    const others = damaged.length === 1 ? "" : `, and ${damaged.length - 1} others`;
    throw new StoreError(
      "corrupt",
      `${file} is damaged: page ${first}${tableOf(file, first!)} is not as it was written${others}; ${options.cure ?? cureOf(file)}`,
    );
  } catch (error) {
    throw translateError(error);
  }
}

/** The cure of a ledger whose file is damaged. */
function cureOf(file: string): string {
  return `put a backup in its place with 'ledger-node restore --replace', or sync again; where another file was put there by hand, delete ${sumsPath(file)}`;
}

/** @returns the numbers of the pages, from 1 on */
async function findDamagedPages(file: string, { signal, onProgress }: CheckPagesOptions): Promise<readonly number[]> {
  const known = SumsFile.tryOpen(file, "r");
  const descriptor = openSync(file, "r");
  try {
    const header = Buffer.alloc(headerBytes);
    if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return [];
    const size = header.readUInt16BE(pageSizeAt);
    const pageSize = size === 1 ? 65_536 : size;
    // What is no size of pages is no database.
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return known === undefined ? [] : [1];
    const { pages: logged, databasePages } = readWalPages(`${file}-wal`, pageSize);
    const pages = databasePages ?? header.readUInt32BE(pageCountAt);
    const sums = known?.read() ?? new Uint32Array(pages);
    const damaged: number[] = [];
    const stored = Math.min(pages, Math.floor(fstatSync(descriptor).size / pageSize));
    for (const { page, sum } of sumPages(descriptor, pageSize, stored)) {
      if (page % Math.floor(turnBytes / pageSize) === 0) {
        onProgress?.({ done: page, total: stored });
        await nextTurn();
        signal?.throwIfAborted();
      }
      if (logged.has(page)) continue;
      if (known === undefined) sums[page - 1] = sum;
      else if (sums[page - 1] !== undefined && sums[page - 1] !== 0 && sums[page - 1] !== sum) damaged.push(page);
    }
    for (let page = stored + 1; page <= Math.min(pages, sums.length); page++) {
      if (sums[page - 1] !== 0 && !logged.has(page)) damaged.push(page);
    }
    // A writer that was opened meanwhile keeps its own.
    if (known === undefined && !isWriterLocked(file)) keep(file, sums);
    return damaged;
  } finally {
    closeSync(descriptor);
    known?.close();
  }
}

function* sumPages(descriptor: number, pageSize: number, pages: number): Iterable<{ page: number; sum: number }> {
  const words = new Uint32Array(pieceBytes / 4);
  const perPiece = pieceBytes / pageSize;
  for (let first = 0; first < pages; first += perPiece) {
    readSync(descriptor, words, 0, pieceBytes, first * pageSize);
    const end = Math.min(perPiece, pages - first);
    for (let i = 0; i < end; i++) {
      const start = (i * pageSize) / 4;
      yield { page: first + i + 1, sum: sumOfPage(words, start, start + pageSize / 4) };
    }
  }
}

/** Keeps sums that were made now. A place that cannot be written is read without. */
function keep(file: string, sums: Uint32Array): void {
  let made: SumsFile;
  try {
    made = SumsFile.create(file);
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw error;
  }
  made.write(sums, 0, sums.length);
  made.sync();
  made.close();
}

/** Names the table that a page belongs to, where the file lets it be found out. */
function tableOf(file: string, page: number): string {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true });
    const table = database.prepare<[number], string>("select name from dbstat where pageno = ?").pluck().get(page);
    return table === undefined ? "" : ` (of ${table})`;
  } catch {
    return "";
  } finally {
    database?.close();
  }
}
