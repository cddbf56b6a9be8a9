/** Kinds of columns; the names are those of the GraphQL types. */
export type ColumnType = "String" | "Boolean" | "Int" | "bigint" | "smallint" | "numeric" | "timestamp" | "jsonb";

/** Columns of a table. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** Rows of another table that belong to one, by a column that is equal. */
export interface Relation {
  readonly table: string;
  /** Name of the other table's column by that of this one: one pair. */
  readonly by: Readonly<Record<string, string>>;
  /** True where several rows may belong to one. */
  readonly many?: true;
}

/** A table as clients see it. */
export interface TableShape {
  readonly columns: Columns;
  /** Columns whose values no two rows have alike. */
  readonly key: readonly string[];
  readonly relations?: Readonly<Record<string, Relation>>;
}
