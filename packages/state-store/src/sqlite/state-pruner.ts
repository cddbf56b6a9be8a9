import type { Database, Statement } from "better-sqlite3";
import { countPlaces, visitPlaces } from "./block-writes.ts";
import type { Interner } from "./interner.ts";
import type { LedgerRow } from "./ledger-row.ts";

/** Most state writes swept in one run: bounds the memory of the list of their keys (8 bytes each). */
const longestSweep = 4_000_000;

interface BlockWritesRow {
  last_version: number;
  first_version: number;
  keys: Uint8Array;
}

type FloorRow = [version: number, isRemoved: number];

/**
 * Deletes state values that no kept version can see. A run covers a range of versions: its first step moves the state
 * watermark, then it visits every key written in the range in key order, because neighbouring keys share pages; deleting
 * in version order is several times slower. Where a run stands is kept in the ledger row. The caller holds the transaction.
 */
export class StatePruner {
  readonly #keys: Interner;
  readonly #blocks: Statement<[number, number], BlockWritesRow>;
  readonly #floor: Statement<[number, number], FloorRow>;
  readonly #deleteBelow: Statement<[number, number]>;
  readonly #removedKey: Statement<[number, number], Uint8Array>;
  readonly #anyValue: Statement<[number], number>;
  readonly #deleteBlocks: Statement<[number]>;
  readonly #count: Statement<[number, number, number], [rows: number, bytes: number]>;
  /** Distinct key ids of the current run, ascending, and the run they belong to. */
  #run: { readonly from: number; readonly to: number; readonly ids: Float64Array } | undefined;

  constructor(database: Database, keys: Interner) {
    this.#keys = keys;
    this.#blocks = database.prepare(
      "select last_version, first_version, keys from block_writes where last_version > +? and first_version <= +? order by last_version",
    );
    this.#floor = database
      .prepare<[number, number], FloorRow>(
        "select version, value is null from state_values where key_id = +? and version <= +? order by version desc limit 1",
      )
      .raw();
    this.#deleteBelow = database.prepare("delete from state_values where key_id = +? and version < +?");
    this.#removedKey = database
      .prepare<[number, number], Uint8Array>("select metadata from state_values where key_id = +? and version = +?")
      .pluck();
    this.#anyValue = database.prepare<[number], number>("select 1 from state_values where key_id = +? limit 1").pluck();
    this.#count = database
      .prepare<[number, number, number], [rows: number, bytes: number]>(
        `select count(*), coalesce(sum(coalesce(length(value), 0) + coalesce(length(metadata), 0)), 0)
         from state_values where key_id = +? and version >= +? and version < +?`,
      )
      .raw();
    this.#deleteBlocks = database.prepare("delete from block_writes where last_version <= +?");
  }

  /** Whether the rows below the watermark are all gone. */
  static isSwept(row: LedgerRow): boolean {
    return row.swept_version === row.oldest_version;
  }

  /**
   * Takes one step towards `target`: moves the watermark if no run is under way, then deletes about `maxRows` rows.
   *
   * @returns how many rows went
   */
  prune(row: LedgerRow, target: number, maxRows: number): number {
    if (StatePruner.isSwept(row)) {
      if (target <= row.oldest_version) return 0;
      row.oldest_version = this.#runEnd(row.swept_version, target);
      row.sweep_key = 0;
    }
    const ids = this.#runIds(row.swept_version, row.oldest_version);
    let deleted = 0;
    let visited = 0;
    for (let i = firstAbove(ids, row.sweep_key); i < ids.length; i++) {
      if (deleted + visited / 4 >= maxRows) return deleted;
      const id = ids[i]!;
      deleted += this.#sweepKey(row, id);
      row.sweep_key = id;
      visited++;
    }
    this.#deleteBlocks.run(row.oldest_version);
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
      for (const id of this.#collectIds(from, to)) {
        const counted = this.#count.get(id, this.#firstVisible(id, from), this.#firstVisible(id, to))!;
        rows += counted[0];
        bytes += counted[1];
      }
      from = to;
    }
    return { rows, bytes };
  }

  /** The oldest version of a key's values that a reader at `version` or later can see. */
  #firstVisible(id: number, version: number): number {
    const floor = this.#floor.get(id, version);
    return floor === undefined ? 0 : floor[0] + floor[1];
  }

  #sweepKey(row: LedgerRow, id: number): number {
    const floor = this.#floor.get(id, row.oldest_version);
    if (floor === undefined) return 0;
    const [version, isRemoved] = floor;
    if (isRemoved === 0) return this.#deleteBelow.run(id, version).changes;
    const key = this.#removedKey.get(id, version)!;
    const deleted = this.#deleteBelow.run(id, version + 1).changes;
    if (this.#anyValue.get(id) === undefined) {
      this.#keys.remove(key);
      row.key_generation++;
    }
    return deleted;
  }

  /** The end of a run that begins behind `from`: `target`, or less when that would be too many writes. */
  #runEnd(from: number, target: number): number {
    let writes = 0;
    let end = from;
    for (const block of this.#blocks.iterate(from, target)) {
      writes += countPlaces(block.keys);
      if (writes > longestSweep && end > from) return end;
      end = Math.min(block.last_version, target);
    }
    return target;
  }

  #runIds(from: number, to: number): Float64Array {
    if (this.#run?.from !== from || this.#run.to !== to) this.#run = { from, to, ids: this.#collectIds(from, to) };
    return this.#run.ids;
  }

  #collectIds(from: number, to: number): Float64Array {
    let length = 0;
    for (const block of this.#blocks.iterate(from, to)) length += countPlaces(block.keys);
    const ids = new Float64Array(length);
    let count = 0;
    for (const block of this.#blocks.iterate(from, to)) {
      visitPlaces(block.keys, block.first_version, (keyId, version) => {
        if (version > from && version <= to) ids[count++] = keyId;
      });
    }
    return distinct(ids.subarray(0, count).sort());
  }
}

function distinct(sorted: Float64Array): Float64Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!;
  return sorted.subarray(0, kept);
}

function firstAbove(sorted: Float64Array, bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
