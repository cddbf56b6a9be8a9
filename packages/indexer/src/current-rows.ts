import type { CurrentRows, Row } from "./row.ts";

/** Rows of current tables in memory, found by their keys. */
export class MemoryRows implements CurrentRows {
  readonly #tables = new Map<string, Map<string, Row>>();

  find(table: string, key: string): Row | undefined {
    return this.#tables.get(table)?.get(key);
  }

  put(table: string, key: string, row: Row): void {
    let rows = this.#tables.get(table);
    if (rows === undefined) {
      rows = new Map();
      this.#tables.set(table, rows);
    }
    rows.set(key, row);
  }

  /** The rows of a table, in the order in which their keys came. */
  list(table: string): Iterable<Row> {
    return this.#tables.get(table)?.values() ?? [];
  }
}
