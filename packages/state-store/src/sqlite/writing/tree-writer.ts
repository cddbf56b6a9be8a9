import type { Database, Statement } from "better-sqlite3";
import type { TreeChange, TreeRange, TreeStore } from "../../tree-port.ts";
import type { OpenedFile } from "../opened-file.ts";
import type { PageSums } from "../pages/page-sums.ts";
import { SqliteTreeReads } from "../reading/tree-reads.ts";
import { translated } from "../translate-error.ts";

/** Rows that one step of {@link SqliteTreeWriter.clear} removes. */
const clearRows = 20_000;

/** Reads and writes of the rows of the state tree, in a file of their own. */
export class SqliteTreeWriter extends SqliteTreeReads implements TreeStore {
  readonly #database: Database;
  readonly #file: OpenedFile | undefined;
  readonly #sums: PageSums | undefined;
  readonly #release: () => void;
  readonly #keep: Statement<[number, Uint8Array]>;
  readonly #put: Statement<[Uint8Array, number, Uint8Array | null]>;
  readonly #delete: Statement<[Uint8Array]>;
  readonly #hasPast: Statement<[Uint8Array], number>;
  readonly #stale: Statement<[number, number], { key: Uint8Array; until: number }>;
  readonly #deletePast: Statement<[Uint8Array, number]>;
  readonly #deleteRemoved: Statement<[Uint8Array, number]>;
  readonly #remove: Statement<[Uint8Array, Uint8Array, number]>;
  readonly #clear: readonly Statement<[number]>[];

  /**
   * @param file - absent for one without a name, as are its sums
   * @param release - called when it is closed
   */
  constructor(database: Database, file: OpenedFile | undefined, sums: PageSums | undefined, release: () => void) {
    super(database);
    this.#database = database;
    this.#file = file;
    this.#sums = sums;
    this.#release = release;
    this.#keep = database.prepare(
      "insert into tree_past (key, until, version, value) select key, ?, version, value from tree_rows where key = ?",
    );
    this.#put = database.prepare(`insert into tree_rows (key, version, value) values (?, ?, ?)
       on conflict (key) do update set version = excluded.version, value = excluded.value`);
    this.#delete = database.prepare("delete from tree_rows where key = ?");
    this.#hasPast = database.prepare<[Uint8Array], number>("select 1 from tree_past where key = ? limit 1").pluck();
    this.#stale = database.prepare("select key, until from tree_past where until <= +? order by until limit ?");
    this.#deletePast = database.prepare("delete from tree_past where key = ? and until = ?");
    this.#deleteRemoved = database.prepare("delete from tree_rows where key = ? and value is null and version <= +?");
    this.#remove = database.prepare(
      "delete from tree_rows where key in (select key from tree_rows where key between ? and ? order by key limit ?)",
    );
    // The head of the tree goes first: no reader takes what is left for a tree.
    this.#clear = ["tree_rows", "tree_past"].map((table) =>
      database.prepare(`delete from ${table} where key in (select key from ${table} order by key limit ?)`),
    );
  }

  write(changes: readonly TreeChange[]): void {
    // No reader finds what is written to a file that has lost its name.
    translated(() => this.#file?.expectInPlace());
    this.#transact(() => {
      for (const change of changes) this.#change(change);
    });
  }

  #change({ key, value, version, keepsPast }: TreeChange): void {
    if (keepsPast) this.#keep.run(Number(version), key);
    if (value === undefined && this.#hasPast.get(key) === undefined) this.#delete.run(key);
    else this.#put.run(key, Number(version), value ?? null);
  }

  prune(version: bigint, maxRows: number): number {
    return this.#transact(() => {
      const stale = this.#stale.all(Number(version), maxRows);
      for (const { key, until } of stale) {
        this.#deletePast.run(key, until);
        this.#deleteRemoved.run(key, Number(version));
      }
      return stale.length;
    });
  }

  remove([from, to]: TreeRange, maxRows: number): number {
    return this.#transact(() => this.#remove.run(from, to, maxRows).changes);
  }

  clear(): void {
    for (const statement of this.#clear) {
      while (this.#transact(() => statement.run(clearRows).changes) > 0);
    }
  }

  close(): void {
    if (!this.#database.open) return;
    this.#sums?.close();
    this.#database.close();
    this.#release();
  }

  /** Runs one write transaction, whole or not at all. */
  #transact<T>(work: () => T): T {
    return translated(() => {
      this.#sums?.beforeStep();
      const result = this.#database.transaction(work).immediate();
      this.#sums?.afterStep();
      return result;
    });
  }
}
