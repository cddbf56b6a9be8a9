import type { Database, Statement } from "better-sqlite3";
import { storeEmpty, versionNotFound, versionPruned } from "../../store-error.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { prepareLedgerRead } from "../rows/ledger-row.ts";

/** Counts the commits of the writers in this thread, per database file, so that readers in the same thread never answer from before its last commit. */
export interface WriteCounter {
  value: number;
}

const counters = new Map<string, WriteCounter>();

/** The counter of a database file. */
export function writeCounter(path: string): WriteCounter {
  let counter = counters.get(path);
  if (counter === undefined) {
    counter = { value: 0 };
    counters.set(path, counter);
  }
  return counter;
}

/** Reads between two looks at the clock. */
const readsPerLook = 256;
/** A synchronous burst of reads renews its snapshot this often, so that checkpoints are never kept waiting. */
const longestMs = 20;

/**
 * One read transaction shared by the reads of one turn of the event loop. Watermark, head and data come from the same
 * snapshot without a statement per read; the transaction ends before the loop turns, so it never spans a wait for the
 * outside, and it is renewed by every `summary()` and by every commit made in this thread.
 */
export class Lease {
  readonly #database: Database;
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #readRow: () => LedgerRow | undefined;
  readonly #counter: WriteCounter;
  readonly #onRenew: (row: LedgerRow) => void;
  #row: LedgerRow | undefined;
  #open = false;
  #seen = -1;
  #reads = 0;
  #openedAt = 0;
  #release: NodeJS.Immediate | undefined;

  constructor(database: Database, counter: WriteCounter, onRenew: (row: LedgerRow) => void) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#end = database.prepare("commit");
    this.#readRow = prepareLedgerRead(database);
    this.#counter = counter;
    this.#onRenew = onRenew;
  }

  /** Takes a new snapshot. @returns its ledger row, if the store has one */
  renew(): LedgerRow | undefined {
    this.end();
    this.#begin.run();
    this.#open = true;
    this.#seen = this.#counter.value;
    this.#reads = 0;
    this.#openedAt = performance.now();
    this.#row = this.#readRow();
    this.#release ??= setImmediate(() => {
      this.#release = undefined;
      this.end();
    });
    if (this.#row !== undefined) this.#onRenew(this.#row);
    return this.#row;
  }

  /** Makes the next statement read a snapshot. @returns its ledger row, if the store has one */
  hold(): LedgerRow | undefined {
    return this.#open && this.#seen === this.#counter.value && this.#isFresh() ? this.#row : this.renew();
  }

  /** The ledger row of the snapshot that the next statement reads. */
  row(): LedgerRow {
    let row = this.hold();
    // An empty store may have been filled by another process within this turn.
    row ??= this.renew();
    if (row === undefined) throw storeEmpty();
    return row;
  }

  /** Checks a version against the state watermark and the head. @returns the version as the database has it */
  stateVersion(version: bigint): number {
    const { row, at } = this.#reach(version);
    if (at < row.oldest_version) throw versionPruned(version, BigInt(row.oldest_version));
    return at;
  }

  /** Checks a version against the ledger watermark and the head. @returns the version as the database has it */
  ledgerVersion(version: bigint): number {
    const { row, at } = this.#reach(version);
    if (at < row.oldest_ledger_version) throw versionPruned(version, BigInt(row.oldest_ledger_version));
    return at;
  }

  /** Stored versions are exact numbers, and what is rounded lies far above them: comparing a bigint itself is slow. */
  #reach(version: bigint): { readonly row: LedgerRow; readonly at: number } {
    const at = Number(version);
    let row = this.row();
    if (at > row.version) {
      row = this.renew() ?? row;
      if (at > row.version) throw versionNotFound(version, BigInt(row.version));
    }
    return { row, at };
  }

  /** Releases the snapshot. What fails then belongs to an earlier read that failed: there is nothing that could be lost. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      this.#end.run();
    } catch {
      if (this.#database.inTransaction) this.#database.exec("rollback");
    }
  }

  /** Releases the snapshot for good. */
  close(): void {
    if (this.#release !== undefined) clearImmediate(this.#release);
    this.#release = undefined;
    this.end();
  }

  #isFresh(): boolean {
    if (++this.#reads % readsPerLook !== 0) return true;
    return performance.now() - this.#openedAt < longestMs;
  }
}
