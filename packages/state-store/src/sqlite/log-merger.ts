import type { Database, Statement } from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import type { LedgerRow } from "./ledger-row.ts";
import type { LogBatch } from "./log-generation.ts";
import { countPlaces, placeBeginsChunk, placeKey, placeLength, placeVersion } from "./log-places.ts";
import { heapify, removeFirst, sink } from "./min-heap.ts";

/** Walks one batch's log entries in key order. */
interface BatchCursor {
  readonly batch: LogBatch;
  readonly count: number;
  index: number;
  chunk: number;
  /** Where the entry lies in its chunk, bytes. */
  offset: number;
  length: number;
  keyId: number;
  version: number;
}

/** Log chunks given up with one merge step: their pages come free in small portions. */
const chunksPerStep = 2_000;

/**
 * Moves the sealed part of the block log into the state table: all its batches at once, in key order, so that writes of
 * neighbouring keys meet on the same pages. Works in steps; where it stands is kept in the ledger row. The caller holds
 * the transaction.
 */
export class LogMerger {
  readonly #batches: Statement<[number, number], LogBatch>;
  readonly #move: Statement<[number, number, number, number, number]>;
  readonly #oldestChunk: Statement<[], number | null>;
  readonly #firstChunkAfter: Statement<[number], number>;
  readonly #deleteChunks: Statement<[number]>;
  #heap: BatchCursor[] | undefined;
  #sealedVersion = -1;

  constructor(database: Database) {
    this.#batches = database.prepare(
      `select last_version, first_version, first_chunk, places from log_batches
       where last_version > +? and last_version <= +? order by last_version`,
    );
    // Entries go from table to table without passing through JavaScript: half the time, and no garbage.
    this.#move = database.prepare(
      `insert into state_values (key_id, version, packed)
       select +?, +?, substr(entries, +?, +?) from log_chunks where id = +?`,
    );
    this.#oldestChunk = database.prepare<[], number | null>("select min(id) from log_chunks").pluck();
    this.#firstChunkAfter = database
      .prepare<[number], number>(
        "select first_chunk from log_batches where last_version > +? order by last_version limit 1",
      )
      .pluck();
    this.#deleteChunks = database.prepare("delete from log_chunks where id < +?");
  }

  /** Whether a part of the log is sealed and not wholly merged. */
  static isMerging(row: LedgerRow): boolean {
    return row.sealed_version > row.merged_version;
  }

  /** Seals what the log holds, if nothing is being merged. */
  static seal(row: LedgerRow): void {
    if (LogMerger.isMerging(row)) return;
    row.sealed_version = row.version;
    row.merge_key = 0;
    row.merge_version = 0;
    row.open_rows = 0;
    row.open_batches = 0;
  }

  /** Merges up to `maxRows` writes of the sealed part. @returns how many */
  step(row: LedgerRow, maxRows: number): number {
    if (!LogMerger.isMerging(row)) return 0;
    const heap = this.#open(row);
    let merged = 0;
    while (merged < maxRows) {
      const cursor = heap[0];
      if (cursor === undefined) break;
      const { keyId, version, offset, length, chunk } = cursor;
      if (this.#move.run(keyId, version, offset + 1, length, chunk).changes !== 1) {
        throw new StoreError("corrupt", `chunk ${chunk} of the log is missing`);
      }
      row.merge_key = cursor.keyId;
      row.merge_version = cursor.version;
      merged++;
      if (advance(cursor)) sink(heap, 0, isBefore);
      else removeFirst(heap, isBefore);
    }
    if (heap.length === 0) {
      row.merged_version = row.sealed_version;
      this.#heap = undefined;
    }
    return merged;
  }

  /** Deletes chunks of merged batches, a portion of them. @returns whether none is left */
  deleteMerged(row: LedgerRow): boolean {
    const oldest = this.#oldestChunk.get();
    const end = this.#firstChunkAfter.get(row.merged_version) ?? row.next_chunk;
    if (oldest === undefined || oldest === null || oldest >= end) return true;
    this.#deleteChunks.run(Math.min(end, oldest + chunksPerStep));
    return oldest + chunksPerStep >= end;
  }

  /** Forgets a merge whose last step did not commit. */
  reset(): void {
    this.#heap = undefined;
  }

  #open(row: LedgerRow): BatchCursor[] {
    if (this.#heap !== undefined && this.#sealedVersion === row.sealed_version) return this.#heap;
    const heap: BatchCursor[] = [];
    for (const batch of this.#batches.iterate(row.merged_version, row.sealed_version)) {
      const cursor = openCursor(batch, row.merge_key, row.merge_version);
      if (cursor !== undefined) heap.push(cursor);
    }
    heapify(heap, isBefore);
    this.#heap = heap;
    this.#sealedVersion = row.sealed_version;
    return heap;
  }
}

/** A cursor on the first entry behind a key and version; `undefined` when there is none. */
function openCursor(batch: LogBatch, key: number, version: number): BatchCursor | undefined {
  const cursor = {
    batch,
    count: countPlaces(batch.places),
    index: -1,
    chunk: batch.first_chunk - 1,
    offset: 0,
    length: 0,
    keyId: 0,
    version: 0,
  };
  do {
    if (!advance(cursor)) return undefined;
  } while (cursor.keyId < key || (cursor.keyId === key && cursor.version <= version));
  return cursor;
}

/** Moves to the next entry. @returns whether there is one */
function advance(cursor: BatchCursor): boolean {
  const { places, first_version } = cursor.batch;
  cursor.index++;
  if (cursor.index >= cursor.count) return false;
  if (placeBeginsChunk(places, cursor.index)) {
    cursor.chunk++;
    cursor.offset = 0;
  } else {
    cursor.offset += cursor.length;
  }
  cursor.length = placeLength(places, cursor.index);
  cursor.keyId = placeKey(places, cursor.index);
  cursor.version = first_version + placeVersion(places, cursor.index);
  return true;
}

function isBefore(a: BatchCursor, b: BatchCursor): boolean {
  return a.keyId < b.keyId || (a.keyId === b.keyId && a.version < b.version);
}
