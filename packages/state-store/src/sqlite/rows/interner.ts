import type { Database, Statement } from "better-sqlite3";
import { checksum, seedOf } from "./checksum.ts";
import { KeyCache, mostKeys } from "./key-cache.ts";
import { damagedRow } from "./row-sum.ts";

/** A table that gives ids to byte strings. */
export type KeyTable = "state_keys" | "senders" | "streams" | "topics";

type KeyColumn = "key" | "address";

/** The id of a byte string, and the checksum of both. */
export type InternedRow = readonly [id: number, sum: number];

/** Prepares the look-up of ids. It answers `undefined` for a byte string without one, and throws as {@link checkId} does. */
export function prepareFindId(
  database: Database,
  table: KeyTable,
  column: KeyColumn,
): (bytes: Uint8Array) => number | undefined {
  // `+?` keeps SQLite 3.54 from preparing the statement again on every bind of an indexed column.
  const find = database
    .prepare<[Uint8Array], InternedRow>(`select id, checksum from ${table} where ${column} = +?`)
    .raw();
  return (bytes) => {
    const row = find.get(bytes);
    return row && checkId(table, bytes, row);
  };
}

/** The id of a byte string from its row. @throws StoreError `corrupt` where it is not the one that was given */
export function checkId(table: KeyTable, bytes: Uint8Array, [id, sum]: InternedRow): number {
  if (sum === sumOfId(bytes, id)) return id;
  throw damagedRow(`table ${table}, id ${id}`);
}

function sumOfId(bytes: Uint8Array, id: number): number {
  return checksum(bytes, 0, bytes.length, seedOf(id));
}

/** Gives byte strings (state keys, senders, event handles, topics) small integer ids, so that index rows stay short. */
export class Interner {
  readonly #find: (bytes: Uint8Array) => number | undefined;
  readonly #insert: Statement<[Uint8Array, number, number]>;
  readonly #remove: Statement<[Uint8Array]>;
  readonly #table: KeyTable;
  readonly #all: Statement<[], [bytes: Uint8Array, id: number, sum: number]>;
  readonly #ids = new KeyCache();

  constructor(database: Database, table: KeyTable, column: KeyColumn) {
    this.#table = table;
    this.#find = prepareFindId(database, table, column);
    this.#all = database
      .prepare<[], [bytes: Uint8Array, id: number, sum: number]>(`select ${column}, id, checksum from ${table}`)
      .raw();
    this.#insert = database.prepare(`insert into ${table} (${column}, id, checksum) values (?, ?, ?)`);
    this.#remove = database.prepare(`delete from ${table} where ${column} = +?`);
  }

  /** The id of `bytes`; a new one is `next`. */
  intern(bytes: Uint8Array, next: number): number {
    const known = this.find(bytes);
    if (known !== undefined) return known;
    this.#insert.run(bytes, next, sumOfId(bytes, next));
    this.#ids.set(bytes, next);
    return next;
  }

  /** The id of `bytes`, if it has one. */
  find(bytes: Uint8Array): number | undefined {
    const cached = this.#ids.get(bytes);
    if (cached !== 0) return cached;
    const stored = this.#find(bytes);
    if (stored !== undefined) this.#ids.set(bytes, stored);
    return stored;
  }

  /** Reads all of the table into memory, if it is known to have few enough rows to stay there. */
  warm(mostRows: number): void {
    if (mostRows >= mostKeys) return;
    for (const [bytes, ...row] of this.#all.iterate()) this.#ids.set(bytes, checkId(this.#table, bytes, row));
  }

  /** Releases the id of `bytes`. */
  remove(bytes: Uint8Array): void {
    this.#remove.run(bytes);
    this.#ids.set(bytes, 0);
  }

  /** Forgets what was learned in a transaction that did not commit. */
  reset(): void {
    this.#ids.clear();
  }
}
