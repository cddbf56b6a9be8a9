/** Kinds of columns; the names are those of the GraphQL types. */
export type ColumnType = "String" | "Boolean" | "Int" | "bigint" | "numeric" | "timestamp" | "jsonb";

/** The value of a column. */
export type Value = string | boolean | number | bigint | null;

/** A row of a table; those of other tables that belong to it are under the names of the relations. */
export interface Row {
  readonly [name: string]: Value | Row;
}

/** Values that a condition fixes, by column: what a table may look up in place of listing everything. */
export type FixedValues = ReadonlyMap<string, Value>;

/** A column that is looked up. */
export interface DerivedColumn<Ledger> {
  readonly type: ColumnType;
  find(row: Row, ledger: Ledger): Promise<Value>;
}

/** A table as clients see it. Its rows are made from the ledger when they are asked for. */
export interface Table<Ledger> {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns that are looked up for the rows of an answer alone: conditions and orders know nothing of them. */
  readonly derived?: Readonly<Record<string, DerivedColumn<Ledger>>>;
  /** Names of the tables whose rows belong to those of this one. */
  readonly relations?: Readonly<Record<string, string>>;
  /** Makes the rows; more than the condition asks for may come, but not fewer. */
  rows(ledger: Ledger, fixed: FixedValues): Promise<readonly Row[]>;
}

/** Tables by name. */
export type Tables<Ledger> = Readonly<Record<string, Table<Ledger>>>;
