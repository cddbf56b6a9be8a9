import type { Database, Statement } from "better-sqlite3";
import { checksum, seedOf } from "./checksum.ts";
import { KeyCache, mostKeys } from "./key-cache.ts";

/** Gives byte strings (state keys, senders, event handles, topics) small integer ids, so that index rows stay short. */
export class Interner {
  readonly #find: Statement<[Uint8Array], number>;
  readonly #insert: Statement<[Uint8Array, number, number]>;
  readonly #remove: Statement<[Uint8Array]>;
  readonly #all: Statement<[], [bytes: Uint8Array, id: number]>;
  readonly #ids = new KeyCache();

  constructor(database: Database, table: "state_keys" | "senders" | "streams" | "topics", column: "key" | "address") {
    this.#find = database.prepare<[Uint8Array], number>(`select id from ${table} where ${column} = +?`).pluck();
    this.#all = database.prepare<[], [bytes: Uint8Array, id: number]>(`select ${column}, id from ${table}`).raw();
    this.#insert = database.prepare(`insert into ${table} (${column}, id, checksum) values (?, ?, ?)`);
    this.#remove = database.prepare(`delete from ${table} where ${column} = +?`);
  }

  /** The id of `bytes`; a new one is `next`. */
  intern(bytes: Uint8Array, next: number): number {
    const known = this.find(bytes);
    if (known !== undefined) return known;
    this.#insert.run(bytes, next, checksum(bytes, 0, bytes.length, seedOf(next)));
    this.#ids.set(bytes, next);
    return next;
  }

  /** The id of `bytes`, if it has one. */
  find(bytes: Uint8Array): number | undefined {
    const cached = this.#ids.get(bytes);
    if (cached !== 0) return cached;
    const stored = this.#find.get(bytes);
    if (stored !== undefined) this.#ids.set(bytes, stored);
    return stored;
  }

  /** Reads all of the table into memory, if it is known to have few enough rows to stay there. */
  warm(mostRows: number): void {
    if (mostRows >= mostKeys) return;
    for (const [bytes, id] of this.#all.iterate()) this.#ids.set(bytes, id);
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
