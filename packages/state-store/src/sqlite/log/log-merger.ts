import type { Database, Statement } from "better-sqlite3";
import { StoreError } from "../../store-error.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { RowInserter } from "../rows/row-inserter.ts";
import { selectFrom } from "../rows/tables.ts";
import { LogCursor } from "./log-cursor.ts";
import { type LogBatch, type StoredBatch, toBatches } from "./log-places.ts";
import { heapify, removeFirst, sink } from "./min-heap.ts";

/** A walk over one batch that reads the chunks of the entries, each when the first of its entries is moved. */
class BatchCursor extends LogCursor {
  readonly #findChunk: Statement<[number], Buffer>;
  #bytes: Uint8Array | undefined;
  #bytesOf = 0;

  constructor(batch: LogBatch, findChunk: Statement<[number], Buffer>) {
    super(batch);
    this.#findChunk = findChunk;
  }

  /** The packed write that the cursor is at. */
  entry(): Uint8Array {
    const { chunk, offset } = this;
    if (this.#bytes === undefined || this.#bytesOf !== chunk) {
      this.#bytes = this.#findChunk.get(chunk);
      this.#bytesOf = chunk;
    }
    if (this.#bytes === undefined) throw new StoreError("corrupt", `chunk ${chunk} of the log is missing`);
    return this.#bytes.subarray(offset, offset + this.length);
  }
}

/** The state of the part of the log that is being merged. */
interface SealedPart {
  /** Its last version. */
  readonly version: number;
  /** Batches with writes that have not been moved; a heap once all batches have been read. */
  readonly heap: BatchCursor[];
  /** Writes that the heap still has to move. */
  remaining: number;
  /** Batches up to this version have been read. */
  readVersion: number;
}

/** Batches of a newly sealed part read with one commit. */
const batchesPerCommit = 16;
/** Log chunks deleted with one merge step: their pages come free in small portions. */
const chunksPerStep = 2_000;
/** Writes merged for each write committed. */
const slowestPace = 1;
const fastestPace = 3;

/**
 * Moves the sealed part of the block log into the state table: all its batches at once, in key order, so that writes of
 * neighbouring keys meet on the same pages. Works in steps; its progress is kept in the ledger row. The caller holds
 * the transaction.
 */
export class LogMerger {
  readonly #batches: Statement<[number, number], StoredBatch>;
  readonly #values: RowInserter<"state_values">;
  readonly #findChunk: Statement<[number], Buffer>;
  readonly #oldestChunk: Statement<[], number | null>;
  readonly #firstChunkAfter: Statement<[number], number>;
  readonly #deleteChunks: Statement<[number]>;
  #sealed: SealedPart | undefined;

  constructor(database: Database) {
    this.#batches = database.prepare(
      `${selectFrom("log_batches")} where last_version > +? and last_version <= +? order by last_version`,
    );
    this.#values = new RowInserter(database, "state_values");
    this.#findChunk = database.prepare<[number], Buffer>("select entries from log_chunks where id = +?").pluck();
    this.#oldestChunk = database.prepare<[], number | null>("select min(id) from log_chunks").pluck();
    this.#firstChunkAfter = database
      .prepare<[number], number>(
        "select first_chunk from log_batches where last_version > +? order by last_version limit 1",
      )
      .pluck();
    this.#deleteChunks = database.prepare("delete from log_chunks where id < +?");
  }

  /** Returns true if a part of the log is sealed and not wholly merged. */
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

  /**
   * How many writes to merge with a commit of `writes` (at least one): as many as it takes to be done when the growing part
   * of the log is full, so that no commit has to wait for a merge. None with the first commits after the sealing, which
   * read what there is to merge.
   *
   * @param limits - rows and batches at which the growing part is full
   */
  debt(row: LedgerRow, writes: number, limits: { readonly rows: number; readonly batches: number }): number {
    if (!LogMerger.isMerging(row) || !this.prepare(row, batchesPerCommit)) return 0;
    const room = Math.min(limits.rows - row.open_rows, (limits.batches - row.open_batches) * writes);
    const pace = this.#sealed!.remaining / Math.max(1, room);
    return Math.ceil(writes * Math.min(fastestPace, Math.max(slowestPace, pace)));
  }

  /**
   * Reads on what there is to merge, some batches more.
   *
   * @returns whether there was nothing left to read
   */
  prepare(row: LedgerRow, mostBatches: number = Number.POSITIVE_INFINITY): boolean {
    if (!LogMerger.isMerging(row)) return true;
    if (this.#sealed?.version !== row.sealed_version) {
      this.#sealed = { version: row.sealed_version, heap: [], remaining: 0, readVersion: row.merged_version };
    }
    const sealed = this.#sealed;
    if (sealed.readVersion === sealed.version) return true;
    let read = 0;
    for (const batch of toBatches(this.#batches.iterate(sealed.readVersion, sealed.version))) {
      const cursor = new BatchCursor(batch, this.#findChunk);
      if (moveAfter(cursor, row.merge_key, row.merge_version)) {
        sealed.heap.push(cursor);
        sealed.remaining += cursor.count - cursor.index;
      }
      sealed.readVersion = batch.last_version;
      if (++read >= mostBatches) break;
    }
    if (read < mostBatches) sealed.readVersion = sealed.version;
    if (sealed.readVersion === sealed.version) heapify(sealed.heap, isBefore);
    return false;
  }

  /** Merges up to `maxRows` writes of the sealed part. @returns how many */
  step(row: LedgerRow, maxRows: number): number {
    if (maxRows < 1 || !LogMerger.isMerging(row)) return 0;
    this.prepare(row);
    const sealed = this.#sealed!;
    const { heap } = sealed;
    let merged = 0;
    while (merged < maxRows) {
      const cursor = heap[0];
      if (cursor === undefined) break;
      const { keyId, version } = cursor;
      this.#values.add({ key_id: keyId, version, packed: cursor.entry() });
      row.merge_key = keyId;
      row.merge_version = version;
      merged++;
      sealed.remaining--;
      if (cursor.next()) sink(heap, 0, isBefore);
      else removeFirst(heap, isBefore);
    }
    this.#values.flush();
    if (heap.length === 0) {
      row.merged_version = row.sealed_version;
      this.#sealed = undefined;
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
    this.#sealed = undefined;
    this.#values.reset();
  }
}

/** Moves to the first entry after a key and version. @returns whether there is one */
function moveAfter(cursor: LogCursor, key: number, version: number): boolean {
  while (cursor.next()) {
    if (cursor.keyId > key || (cursor.keyId === key && cursor.version > version)) return true;
  }
  return false;
}

function isBefore(a: BatchCursor, b: BatchCursor): boolean {
  return a.keyId < b.keyId || (a.keyId === b.keyId && a.version < b.version);
}
