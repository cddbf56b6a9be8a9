import type { Database, Statement } from "better-sqlite3";

/** Names that the writer keeps ids of in memory, per table. */
const cachedIds = 262_144;

/** Gives byte strings (state keys, senders, event handles) small integer ids, so that index rows stay short. */
export class Interner {
  readonly #find: Statement<[Uint8Array], number>;
  readonly #insert: Statement<[Uint8Array, number]>;
  readonly #remove: Statement<[Uint8Array]>;
  readonly #ids = new Map<string, number>();

  constructor(database: Database, table: "state_keys" | "senders" | "streams", column: "key" | "address") {
    this.#find = database.prepare<[Uint8Array], number>(`select id from ${table} where ${column} = +?`).pluck();
    this.#insert = database.prepare(`insert into ${table} (${column}, id) values (?, ?)`);
    this.#remove = database.prepare(`delete from ${table} where ${column} = +?`);
  }

  /** The id of `bytes`; a new one is `next`. */
  intern(bytes: Uint8Array, next: number): number {
    const known = this.find(bytes);
    if (known !== undefined) return known;
    this.#insert.run(bytes, next);
    this.#remember(bytes, next);
    return next;
  }

  /** The id of `bytes`, if it has one. */
  find(bytes: Uint8Array): number | undefined {
    const cached = this.#ids.get(textOf(bytes));
    if (cached !== undefined) return cached;
    const stored = this.#find.get(bytes);
    if (stored !== undefined) this.#remember(bytes, stored);
    return stored;
  }

  /** Gives up the id of `bytes`. */
  remove(bytes: Uint8Array): void {
    this.#remove.run(bytes);
    this.#ids.delete(textOf(bytes));
  }

  /** Forgets what was learned in a transaction that did not commit. */
  reset(): void {
    this.#ids.clear();
  }

  #remember(bytes: Uint8Array, id: number): void {
    if (this.#ids.size >= cachedIds) this.#ids.clear();
    this.#ids.set(textOf(bytes), id);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
}
