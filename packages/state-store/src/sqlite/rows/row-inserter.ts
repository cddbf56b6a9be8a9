import type { Database, Statement } from "better-sqlite3";
import { prepareSum } from "./row-sum.ts";
import { columnsOf, type NewRow, type SumsOf, type TableName, tables } from "./tables.ts";

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
  readonly #columns: readonly ((row: NewRow<Table>) => Column)[];
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
    this.#columns = readersOf(table);
    this.#copies = Buffer.allocUnsafeSlow(rowsPerStatement * names.length * smallBytes);
  }

  /** Takes a row; it is in the table after {@link flush} at the latest. Its bytes must not change before. */
  add(row: NewRow<Table>): void {
    for (const read of this.#columns) this.#values.push(read(row));
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
  const readers = readersOf(table);
  return (row) => {
    statement.run(...readers.map((read) => read(row)));
  };
}

/** What each column of a table gets from a row: its value, or the checksum of the columns before it. */
function readersOf<Table extends TableName>(table: Table): readonly ((row: NewRow<Table>) => Column)[] {
  return columnsOf(table).map((name) => {
    if ((tables[table] as Readonly<Record<string, string>>)[name] === "checksum") {
      return prepareSum(table, name as SumsOf<Table>);
    }
    return (row) => (row as Readonly<Record<string, Column>>)[name]!;
  });
}
