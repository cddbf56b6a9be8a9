import type { Database, Statement } from "better-sqlite3";
import { prepareSum, type Sum } from "./row-sum.ts";
import { columnsOf, type NewRow, type SumsOf, sumsOf, type TableName } from "./tables.ts";

/** The value of a column. */
type Column = number | string | Uint8Array | null;

/** Rows of one statement: what a statement costs by itself is as much as a row. */
const rowsPerStatement = 16;

/**
 * V8 keeps typed arrays of up to this many bytes in its own heap. One that is bound to a statement is first given a block of
 * memory for good, which takes three times as long as copying it into a block that is there.
 */
const smallBytes = 64;

/** Inserts rows into one table, several with each statement. The caller holds the transaction, and flushes before its end. */
export class RowInserter<Table extends TableName> {
  readonly #one: Statement<Column[]>;
  readonly #many: Statement<Column[]>;
  readonly #columns: readonly string[];
  /** Computes the column, where it is a checksum. */
  readonly #sums: readonly (Sum | undefined)[];
  #values: Column[] = [];
  readonly #copies: Buffer;
  #copied = 0;

  /**
   * @param onConflict - what becomes of a row that is there. `abort`, SQLite's default, is not for several rows: SQLite would
   *   keep a copy of every page that the statement changes, to undo nothing but the statement
   */
  constructor(database: Database, table: Table, onConflict: "rollback" | "ignore" = "rollback") {
    const names = columnsOf(table);
    const row = `(${names.map(() => "?").join(", ")})`;
    const insert = `insert or ${onConflict} into ${table} (${names.join(", ")}) values `;
    this.#one = database.prepare<Column[]>(insert + row);
    this.#many = database.prepare<Column[]>(insert + Array.from({ length: rowsPerStatement }, () => row).join(", "));
    this.#columns = names;
    this.#sums = sumsIn(table);
    this.#copies = Buffer.allocUnsafeSlow(rowsPerStatement * names.length * smallBytes);
  }

  /** Takes a row; it is in the table after {@link flush} at the latest. Its bytes must not change before. */
  add(row: NewRow<Table>): void {
    const columns = row as Readonly<Record<string, Column>>;
    for (let i = 0; i < this.#columns.length; i++) {
      const sumOf = this.#sums[i];
      this.#values.push(sumOf === undefined ? columns[this.#columns[i]!]! : sumOf(columns));
    }
    if (this.#values.length < rowsPerStatement * this.#columns.length) return;
    // Spread: the driver would look up each element of an array by itself.
    this.#many.run(...this.#values);
    this.reset();
  }

  /** Bytes of the next row that may be a small array, copied to where they are bound faster. */
  copySmall(bytes: Uint8Array): Uint8Array {
    const start = this.#copied;
    const end = start + bytes.length;
    if (bytes.length > smallBytes || end > this.#copies.length) return bytes;
    this.#copies.set(bytes, start);
    this.#copied = end;
    return this.#copies.subarray(start, end);
  }

  /** Inserts the rows taken so far. */
  flush(): void {
    const columns = this.#columns.length;
    for (let i = 0; i < this.#values.length; i += columns) this.#one.run(...this.#values.slice(i, i + columns));
    this.reset();
  }

  /** Forgets the rows taken so far: their transaction did not commit. */
  reset(): void {
    this.#values = [];
    this.#copied = 0;
  }
}

/** Prepares an insert of single rows. */
export function prepareInsert<Table extends TableName>(
  database: Database,
  table: Table,
  onConflict: "abort" | "replace" = "abort",
): (row: NewRow<Table>) => void {
  const names = columnsOf(table);
  const statement = database.prepare<Column[]>(
    `insert or ${onConflict} into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  );
  const sums = sumsIn(table);
  return (row) => {
    const columns = row as Readonly<Record<string, Column>>;
    statement.run(...names.map((name, i) => sums[i]?.(columns) ?? columns[name]!));
  };
}

/** For each column of a table what computes it, where it is a checksum. */
function sumsIn<Table extends TableName>(table: Table): readonly (Sum | undefined)[] {
  const sums = sumsOf(table);
  return columnsOf(table).map((name) => (sums.includes(name) ? prepareSum(table, name as SumsOf<Table>) : undefined));
}
