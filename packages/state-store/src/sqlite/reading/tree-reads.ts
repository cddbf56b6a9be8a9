import type { Database, Statement } from "better-sqlite3";
import type { TreeRange, TreeReads, TreeRow } from "../../tree-port.ts";
import { translated } from "../translate-error.ts";

/** A row as it is now: absent since its version where it has no value. */
interface Current {
  readonly key: Uint8Array;
  readonly version: number;
  readonly value: Uint8Array | null;
}

/** The rows of a range in one text, and what is to be known of them to take it apart. A value that is absent is not in it. */
interface Packed {
  readonly newest: number | null;
  readonly shortestKey: number;
  readonly longestKey: number;
  readonly shortestValue: number | null;
  readonly longestValue: number | null;
  readonly text: string | null;
}

/** Reads of the rows of the state tree. */
export class SqliteTreeReads implements TreeReads {
  readonly #database: Database;
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #current: Statement<[Uint8Array], Current>;
  readonly #packed: Statement<[Uint8Array, Uint8Array], Packed>;
  readonly #range: Statement<[Uint8Array, Uint8Array], Current>;
  readonly #past: Statement<[Uint8Array, number], Pick<Current, "version" | "value">>;

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#end = database.prepare("commit");
    this.#current = database.prepare("select key, version, value from tree_rows where key = ?");
    // The driver takes longer to make two buffers for each row than the file to find it.
    this.#packed = database.prepare(
      `select max(version) newest, min(length(key)) shortestKey, max(length(key)) longestKey, min(length(value)) shortestValue,
         max(length(value)) longestValue, group_concat(case when value is not null then hex(key) || hex(value) end, '' order by key) text
       from tree_rows where key between ? and ?`,
    );
    this.#range = database.prepare("select key, version, value from tree_rows where key between ? and ? order by key");
    this.#past = database.prepare(
      "select version, value from tree_past where key = ? and until > +? order by until limit 1",
    );
  }

  read(version: bigint, keys: readonly Uint8Array[]): (Uint8Array | undefined)[] {
    return this.#snapshot(() =>
      keys.map((key) => {
        const row = this.#current.get(key);
        return row && this.#valueAt(row, Number(version));
      }),
    );
  }

  list(version: bigint, ranges: readonly TreeRange[]): TreeRow[][] {
    return this.#snapshot(() =>
      ranges.map((range) => this.#listPacked(range, Number(version)) ?? this.#list(range, Number(version))),
    );
  }

  /** Runs reads that are of one moment. */
  #snapshot<T>(read: () => T): T {
    return translated(() => {
      this.#begin.run();
      try {
        return read();
      } finally {
        if (this.#database.inTransaction) this.#end.run();
      }
    });
  }

  /** @returns `undefined` where rows are newer or of different lengths */
  #listPacked([from, to]: TreeRange, version: number): TreeRow[] | undefined {
    const packed = this.#packed.get(from, to)!;
    if (packed.newest === null) return [];
    const { newest, shortestKey, longestKey, shortestValue, longestValue, text } = packed;
    if (newest > version || shortestKey !== longestKey || shortestValue !== longestValue) return undefined;
    if (text === null || longestValue === null) return [];
    const bytes = Buffer.from(text, "hex");
    const rows: TreeRow[] = [];
    for (let at = 0; at < bytes.length; at += longestKey + longestValue) {
      const end = at + longestKey;
      rows.push({ key: bytes.subarray(at, end), value: bytes.subarray(end, end + longestValue) });
    }
    return rows;
  }

  #list([from, to]: TreeRange, version: number): TreeRow[] {
    const rows: TreeRow[] = [];
    for (const row of this.#range.all(from, to)) {
      const value = this.#valueAt(row, version);
      if (value !== undefined) rows.push({ key: row.key, value });
    }
    return rows;
  }

  #valueAt(row: Current, version: number): Uint8Array | undefined {
    if (row.version <= version) return row.value ?? undefined;
    const past = this.#past.get(row.key, version);
    return past === undefined || past.version > version ? undefined : (past.value ?? undefined);
  }
}
