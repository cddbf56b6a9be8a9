import type { Database, Statement } from "better-sqlite3";
import type { TreeRange, TreeReads, TreeRow } from "../../tree-port.ts";
import type { Row } from "../rows/tables.ts";
import { translated } from "../translate-error.ts";

type Current = Pick<Row<"tree_rows">, "key" | "version" | "value">;

/** Reads of the rows of the state tree. */
export class SqliteTreeReads implements TreeReads {
  readonly #openSnapshot: () => void;
  readonly #current: Statement<[Uint8Array], Current>;
  readonly #range: Statement<[Uint8Array, Uint8Array], Current>;
  readonly #past: Statement<[Uint8Array, number], Pick<Row<"tree_past">, "version" | "value">>;

  /** @param openSnapshot - called before reads, so that they see what this thread has committed */
  constructor(database: Database, openSnapshot: () => void) {
    this.#openSnapshot = openSnapshot;
    this.#current = database.prepare("select key, version, value from tree_rows where key = ?");
    this.#range = database.prepare("select key, version, value from tree_rows where key between ? and ? order by key");
    this.#past = database.prepare(
      "select version, value from tree_past where key = ? and until > +? order by until limit 1",
    );
  }

  read(version: bigint, keys: readonly Uint8Array[]): (Uint8Array | undefined)[] {
    return translated(() => {
      this.#openSnapshot();
      return keys.map((key) => {
        const row = this.#current.get(key);
        return row && this.#valueAt(row, Number(version));
      });
    });
  }

  list(version: bigint, ranges: readonly TreeRange[]): TreeRow[][] {
    return translated(() => {
      this.#openSnapshot();
      return ranges.map(([from, to]) => {
        const rows: TreeRow[] = [];
        for (const row of this.#range.all(from, to)) {
          const value = this.#valueAt(row, Number(version));
          if (value !== undefined) rows.push({ key: row.key, value });
        }
        return rows;
      });
    });
  }

  #valueAt(row: Current, version: number): Uint8Array | undefined {
    if (row.version <= version) return row.value ?? undefined;
    const past = this.#past.get(row.key, version);
    return past === undefined || past.version > version ? undefined : (past.value ?? undefined);
  }
}
