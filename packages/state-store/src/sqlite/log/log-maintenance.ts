import type { Database } from "better-sqlite3";
import { StoreError } from "../../store-error.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { LogMerger } from "./log-merger.ts";

/** Batches in the log from which it is merged, however few rows they have. */
const sealedBatches = 4_096;
/** Most rows merged in one transaction. */
export const mergeStepRows = 16_384;

/** Runs work in a transaction of its own, with the ledger row, which is written back. */
export type RunMergeStep = (work: (row: LedgerRow) => void) => void;

/**
 * Keeps the block log within its size: seals it when it is full, and merges the sealed part into the state table, a share
 * after each commit. It is used by the one writer of a store.
 */
export class LogMaintenance {
  readonly #merger: LogMerger;
  readonly #logRows: number;
  readonly #runStep: RunMergeStep;
  /** True if merging may have work; wrongly true costs one look. */
  #isMerging = true;
  #hasMergedChunks = true;
  #hasFailed = false;

  /** @param logRows - writes at which the growing part of the log is sealed */
  constructor(database: Database, logRows: number, runStep: RunMergeStep) {
    this.#merger = new LogMerger(database);
    this.#logRows = logRows;
    this.#runStep = runStep;
  }

  /** True if chunks of merged batches wait to be deleted. */
  get hasMergedChunks(): boolean {
    return this.#hasMergedChunks;
  }

  /** Reads now what the first commits would have to wait for. */
  warm(row: LedgerRow): void {
    this.#merger.prepare(row);
  }

  /** Before a commit of `writes`: retries a merge that failed, and throws if it fails again. */
  beforeCommit(writes: number): void {
    if (this.#hasFailed) this.#payDebt(writes);
  }

  /** Inside the transaction of a commit, with the row that it writes. */
  onAppend(row: LedgerRow): void {
    if (row.open_rows >= this.#logRows || row.open_batches >= sealedBatches) LogMerger.seal(row);
    this.#isMerging = LogMerger.isMerging(row);
  }

  /** After a commit of `writes`, which is durable: a failure is kept for {@link beforeCommit}. */
  afterCommit(writes: number): void {
    if (!this.#isMerging && !this.#hasMergedChunks) return;
    try {
      this.#payDebt(writes);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#hasFailed = true;
    }
  }

  /** Inside a transaction: merges towards a version. @returns whether the log is merged up to it */
  mergeTo(row: LedgerRow, version: number, maxRows: number): boolean {
    if (row.merged_version >= version) return true;
    LogMerger.seal(row);
    this.#merger.step(row, maxRows);
    this.#isMerging = LogMerger.isMerging(row);
    this.#hasMergedChunks = !this.#merger.deleteMerged(row);
    return row.merged_version >= version;
  }

  /** Inside a transaction: deletes chunks of merged batches, a portion of them. */
  deleteMerged(row: LedgerRow): void {
    if (this.#hasMergedChunks) this.#hasMergedChunks = !this.#merger.deleteMerged(row);
  }

  /** Forgets what a transaction did that was undone. */
  reset(): void {
    this.#merger.reset();
    this.#isMerging = true;
    this.#hasMergedChunks = true;
  }

  /** Merges the share of a commit of `writes`. */
  #payDebt(writes: number): void {
    let due: number | undefined;
    do {
      this.#runStep((row) => {
        due ??= this.#merger.debt(row, writes, { rows: this.#logRows, batches: sealedBatches });
        due -= this.#merger.step(row, Math.min(due, mergeStepRows));
        this.#hasMergedChunks = !this.#merger.deleteMerged(row);
        this.#isMerging = LogMerger.isMerging(row);
      });
    } while (this.#isMerging && due !== undefined && due > 0);
    this.#hasFailed = false;
  }
}
