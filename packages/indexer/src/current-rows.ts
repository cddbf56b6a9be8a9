import type { CurrentRows, Row, Value } from "./row.ts";

/** Columns by which the rows of each table are found. */
export type IndexedColumns = Readonly<Record<string, readonly string[]>>;

/** Rows of current tables in memory, found by their keys and by some columns. */
export class MemoryRows implements CurrentRows {
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #found = new Map<string, Map<string, Row>>();
  readonly #indexed: IndexedColumns;
  #size = 0;

  constructor(indexed: IndexedColumns = {}) {
    this.#indexed = indexed;
  }

  /** Rows in all tables. */
  get size(): number {
    return this.#size;
  }

  find(table: string, key: string): Row | undefined {
    return this.#tables.get(table)?.get(key);
  }

  put(table: string, key: string, row: Row): void {
    const rows = mapAt(this.#tables, table);
    const before = rows.get(key);
    if (before === undefined) this.#size += 1;
    rows.set(key, row);
    for (const column of this.#indexed[table] ?? []) {
      const value = row[column]!;
      if (before !== undefined && before[column] !== value) this.#forget(nameOf(table, column, before[column]!), key);
      mapAt(this.#found, nameOf(table, column, value)).set(key, row);
    }
  }

  /** The rows of a table, in the order in which their keys came. */
  list(table: string): Iterable<Row> {
    return this.#tables.get(table)?.values() ?? [];
  }

  /** @returns true if {@link listBy} finds rows of a table by a column */
  isIndexed(table: string, column: string): boolean {
    return this.#indexed[table]?.includes(column) ?? false;
  }

  /** The rows of a table with a value in one of the columns by which they are found. */
  listBy(table: string, column: string, value: Value): Iterable<Row> {
    return this.#found.get(nameOf(table, column, value))?.values() ?? [];
  }

  #forget(name: string, key: string): void {
    const rows = this.#found.get(name);
    rows?.delete(key);
    if (rows?.size === 0) this.#found.delete(name);
  }
}

function nameOf(table: string, column: string, value: Value): string {
  return `${table} ${column} ${String(value)}`;
}

function mapAt(maps: Map<string, Map<string, Row>>, name: string): Map<string, Row> {
  let map = maps.get(name);
  if (map === undefined) {
    map = new Map();
    maps.set(name, map);
  }
  return map;
}
