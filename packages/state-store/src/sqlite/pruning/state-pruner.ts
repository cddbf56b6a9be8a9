import type { Database, Statement } from "better-sqlite3";
import { LogOverlay } from "../log/log-overlay.ts";
import { placeBytes, type StoredBatch, toBatches } from "../log/log-places.ts";
import { WrittenKeys } from "../log/written-keys.ts";
import type { Interner } from "../rows/interner.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { unpackRemovedKey } from "../rows/packed-value.ts";
import { selectFrom } from "../rows/tables.ts";

/** Most state writes swept in one run: bounds the memory of their places (14 bytes each). */
const longestSweep = 4_000_000;

/**
 * Deletes state values that no kept version can see. A run covers a range of versions: its first step moves the state
 * watermark, then it visits every key written in the range in key order, because neighbouring keys share pages; deleting
 * in version order is several times slower. The progress of a run is kept in the ledger row. The caller holds the transaction.
 *
 * A removal that no older version can see goes too, but not where the base is partial: there a key without a row is unknown.
 */
export class StatePruner {
  readonly #keys: Interner;
  readonly #batches: Statement<[number, number], StoredBatch>;
  readonly #sizes: Statement<[number, number], [lastVersion: number, bytes: number]>;
  readonly #overlay: LogOverlay;
  /** The newest write at or before a version: twice its version, and one more for a removal. One number is read faster than two. */
  readonly #floor: Statement<[number, number], number>;
  readonly #deleteBelow: Statement<[number, number]>;
  readonly #removal: Statement<[number, number], Uint8Array>;
  readonly #anyValue: Statement<[number], number>;
  readonly #deleteBatches: Statement<[number]>;
  readonly #count: Statement<[number, number, number], [rows: number, bytes: number]>;
  /** Keys of the current run, and the run they belong to; a step that was undone opens them again. */
  #run: { readonly from: number; readonly to: number; readonly keys: WrittenKeys } | undefined;

  constructor(database: Database, keys: Interner) {
    this.#keys = keys;
    this.#overlay = new LogOverlay(database);
    this.#batches = database.prepare(
      `${selectFrom("log_batches")} where last_version > +? and first_version <= +? order by last_version`,
    );
    this.#sizes = database
      .prepare<[number, number], [lastVersion: number, bytes: number]>(
        `select last_version, length(places) from log_batches
         where last_version > +? and first_version <= +? order by last_version`,
      )
      .raw();
    this.#floor = database
      .prepare<[number, number], number>(
        `select 2 * version + (substr(packed, 1, 1) = x'02') from state_values
         where key_id = +? and version <= +? order by version desc limit 1`,
      )
      .pluck();
    this.#deleteBelow = database.prepare("delete from state_values where key_id = +? and version < +?");
    this.#removal = database
      .prepare<[number, number], Uint8Array>("select packed from state_values where key_id = +? and version = +?")
      .pluck();
    this.#anyValue = database.prepare<[number], number>("select 1 from state_values where key_id = +? limit 1").pluck();
    this.#count = database
      .prepare<[number, number, number], [rows: number, bytes: number]>(
        `select count(*), coalesce(sum(length(packed)), 0)
         from state_values where key_id = +? and version >= +? and version < +?`,
      )
      .raw();
    this.#deleteBatches = database.prepare("delete from log_batches where last_version <= +?");
  }

  /** Forgets where a step stood that did not commit. */
  reset(): void {
    this.#run = undefined;
  }

  /** Returns true if the rows below the watermark are all gone. */
  static isSwept(row: LedgerRow): boolean {
    return row.swept_version === row.oldest_version;
  }

  /**
   * Takes one step towards `target`, which the log has been merged up to: moves the watermark if no run is under way, then deletes about `maxRows` rows.
   *
   * @returns how many rows went
   */
  prune(row: LedgerRow, target: number, maxRows: number): number {
    if (StatePruner.isSwept(row)) {
      if (target <= row.oldest_version) return 0;
      row.oldest_version = this.#runEnd(row.swept_version, target);
      row.sweep_key = 0;
    }
    const keys = this.#openRun(row);
    let deleted = 0;
    let visited = 0;
    for (let id = keys.next(row.sweep_key); id !== undefined; id = keys.next(id)) {
      if (deleted + visited / 4 >= maxRows) return deleted;
      deleted += this.#sweepKey(row, id);
      row.sweep_key = id;
      visited++;
    }
    this.#deleteBatches.run(row.oldest_version);
    row.swept_version = row.oldest_version;
    row.sweep_key = 0;
    this.#run = undefined;
    return deleted;
  }

  /** Counts what a prune to `target` would delete. */
  plan(row: LedgerRow, target: number): { rows: number; bytes: number } {
    let rows = 0;
    let bytes = 0;
    for (let from = row.swept_version; from < target; ) {
      const to = this.#runEnd(from, target);
      const keys = new WrittenKeys(toBatches(this.#batches.iterate(from, to)), from, to, 0);
      for (let id = keys.next(0); id !== undefined; id = keys.next(id)) {
        const counted = this.#count.get(id, this.#firstVisible(row, id, from), this.#firstVisible(row, id, to))!;
        rows += counted[0];
        bytes += counted[1];
      }
      from = to;
    }
    return { rows, bytes };
  }

  /** The oldest version of a key's values that a reader at `version` or later can see. */
  #firstVisible({ base_is_partial }: LedgerRow, id: number, version: number): number {
    const floor = this.#floor.get(id, version);
    if (floor === undefined) return 0;
    return base_is_partial === 1 ? Math.floor(floor / 2) : Math.ceil(floor / 2);
  }

  #sweepKey(row: LedgerRow, id: number): number {
    const floor = this.#floor.get(id, row.oldest_version);
    if (floor === undefined) return 0;
    const version = Math.floor(floor / 2);
    if (floor % 2 === 0 || row.base_is_partial === 1) return this.#deleteBelow.run(id, version).changes;
    const key = unpackRemovedKey(id, this.#removal.get(id, version)!);
    const deleted = this.#deleteBelow.run(id, version + 1).changes;
    if (key !== undefined && this.#anyValue.get(id) === undefined && !this.#isLogged(row, id)) {
      this.#keys.remove(key);
      row.key_generation++;
    }
    return deleted;
  }

  /** Returns true if the key has writes that only the log holds. */
  #isLogged(row: LedgerRow, id: number): boolean {
    this.#overlay.sync(row);
    return this.#overlay.has(id);
  }

  /** The end of a run that begins after `from`: `target`, or less when that would be too many writes. */
  #runEnd(from: number, target: number): number {
    let writes = 0;
    let end = from;
    for (const [lastVersion, bytes] of this.#sizes.iterate(from, target)) {
      writes += bytes / placeBytes;
      if (writes > longestSweep && end > from) return end;
      end = Math.min(lastVersion, target);
    }
    return target;
  }

  /** The remaining keys of the current run. */
  #openRun({ swept_version: from, oldest_version: to, sweep_key: after }: LedgerRow): WrittenKeys {
    if (this.#run?.from !== from || this.#run.to !== to) {
      this.#run = { from, to, keys: new WrittenKeys(toBatches(this.#batches.iterate(from, to)), from, to, after) };
    }
    return this.#run.keys;
  }
}
