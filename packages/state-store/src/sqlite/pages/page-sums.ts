import { closeSync, openSync, readSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { WriteAheadLog } from "../wal/write-ahead-log.ts";
import { sumOfPage } from "./page-sum.ts";
import { onDisk, SumsFile } from "./sums-file.ts";

/** Sums that are written together. */
const blockSums = 1_024;
/** Frames of the log that are read at once. */
const framesAtOnce = 64;
/** @see https://www.sqlite.org/fileformat.html#the_write_ahead_log */
const walHeaderBytes = 32;
const saltsAt = 16;
const frameHeaderBytes = 24;

/**
 * Keeps the sums of a database's pages, for the one writer of the file. Every page gets into the file through the write-ahead log, so it
 * is read there after each step. Until a log begins again it has the pages themselves, and no sum is needed; what is on the disk must not
 * be ahead of a log that a power cut shortens. So sums are written when a checkpoint begins, which syncs the log first.
 */
export class PageSums {
  readonly #file: SumsFile;
  readonly #walPath: string;
  readonly #log: WriteAheadLog;
  readonly #frameBytes: number;
  readonly #frames: Buffer;
  /** The same bytes. */
  readonly #words: Uint32Array;
  readonly #salts = Buffer.alloc(walHeaderBytes - saltsAt - 8);
  #wal: number | undefined;
  #sums: Uint32Array;
  /** Frames of the log whose pages are summed up. */
  #learned = 0;
  /** Pages that the database has. */
  #pages = 0;
  readonly #dirty = new Set<number>();
  #isSynced = true;
  /** True if a step has not been learned. */
  #isBehind = false;

  /** @param database - of the writer, which has been read from: the log is known */
  constructor(database: Database, path: string) {
    this.#file = SumsFile.tryOpen(path, "r+") ?? SumsFile.create(path);
    this.#sums = this.#file.read();
    this.#walPath = `${path}-wal`;
    this.#log = new WriteAheadLog(database, 0);
    this.#frameBytes = (database.pragma("page_size", { simple: true }) as number) + frameHeaderBytes;
    const frames = new ArrayBuffer(framesAtOnce * this.#frameBytes);
    this.#frames = Buffer.from(frames);
    this.#words = new Uint32Array(frames);
    this.#learn();
  }

  /**
   * Before a step: the log begins again with it if all of it has been moved into the file.
   *
   * @throws StoreError `disk_full`, `io_error`
   */
  beforeStep(): void {
    if (this.#isBehind) this.#learn();
    if (this.#dirty.size === 0 && this.#isSynced) return;
    if (this.#log.look().waitingPages > 0) return;
    this.write();
    this.#file.sync();
    this.#isSynced = true;
  }

  /** After a step: sums up the pages that it wrote. What fails here fails the next step, for this one has been committed. */
  afterStep(): void {
    try {
      this.#learn();
    } catch {
      this.#isBehind = true;
    }
  }

  /** Before a checkpoint: writes what has been learned. @throws StoreError `disk_full`, `io_error` */
  write(): void {
    if (this.#dirty.size === 0) return;
    for (const block of this.#dirty) {
      const first = block * blockSums;
      this.#file.write(this.#sums, first, Math.min(blockSums, this.#sums.length - first));
    }
    this.#dirty.clear();
    this.#isSynced = false;
  }

  /** Notes the latest version, which has been committed and is on the disk. */
  noteHead(version: number): void {
    try {
      this.#file.noteHead(version);
    } catch {
      // An earlier version is a weaker witness, and not a wrong one.
    }
  }

  /** Before the connection is closed. All of the log is moved into the file: where a reader is left, or the log was deleted, nothing else would. */
  close(): void {
    this.#learn();
    this.write();
    this.#log.move();
    this.#file.sync();
    this.#file.close();
    if (this.#wal !== undefined) closeSync(this.#wal);
  }

  #learn(): void {
    const { frames } = this.#log.look();
    if (frames > 0) onDisk(() => this.#learnFrames(frames));
    this.#isBehind = false;
  }

  #learnFrames(frames: number): void {
    this.#wal ??= openSync(this.#walPath, "r");
    const salts = Buffer.alloc(this.#salts.length);
    readSync(this.#wal, salts, 0, salts.length, saltsAt);
    if (!salts.equals(this.#salts)) {
      this.#learned = 0;
      salts.copy(this.#salts);
    }
    while (this.#learned < frames) {
      const count = Math.min(framesAtOnce, frames - this.#learned);
      const place = walHeaderBytes + this.#learned * this.#frameBytes;
      readSync(this.#wal, this.#frames, 0, count * this.#frameBytes, place);
      for (let i = 0; i < count; i++) this.#learnFrame(i * this.#frameBytes);
      this.#learned += count;
    }
  }

  #learnFrame(at: number): void {
    const index = this.#frames.readUInt32BE(at) - 1;
    const pagesAfter = this.#frames.readUInt32BE(at + 4);
    if (index >= this.#sums.length) this.#grow(index + 1);
    this.#sums[index] = sumOfPage(this.#words, (at + frameHeaderBytes) / 4, (at + this.#frameBytes) / 4);
    this.#dirty.add(Math.floor(index / blockSums));
    if (pagesAfter > 0) this.#cut(pagesAfter);
  }

  /** A page that the file had before it was cut off need not be written when it has it again. */
  #cut(pages: number): void {
    if (pages < this.#pages) {
      this.#sums.fill(0, pages);
      for (let at = pages; at < this.#sums.length; at += blockSums) this.#dirty.add(Math.floor(at / blockSums));
    }
    this.#pages = pages;
  }

  #grow(pages: number): void {
    const grown = new Uint32Array(Math.ceil(Math.max(pages, this.#sums.length * 1.25) / blockSums) * blockSums);
    grown.set(this.#sums);
    this.#sums = grown;
  }
}
