/** Kinds of columns; the names are those of the GraphQL types. */
export type ColumnKind = "String" | "Boolean" | "Int" | "bigint" | "smallint" | "numeric" | "timestamp" | "jsonb";

/**
 * The type of a column, with `!` where every row of the public indexer has a value. Here a value may be missing all the same where what was
 * before is not known.
 */
export type ColumnType = ColumnKind | `${ColumnKind}!`;

/** The kind of a column. */
export function kindOf(type: ColumnType): ColumnKind {
  return type.replace("!", "") as ColumnKind;
}

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

/** Rows of a table that the index keeps in the order of a column: all rows, or those with one value in another column. */
export interface KeptOrder {
  /** The column whose value these rows have in common; absent where they are all rows. */
  readonly of?: string;
  /** The column that orders them: whole numbers that are never below 0, or null, which is the greatest. */
  readonly by: string;
}

/** A table as clients see it. */
export interface TableShape {
  readonly columns: Columns;
  /** Columns whose values no two rows have alike. */
  readonly key: readonly string[];
  /** The orders that the index keeps. Each costs an entry for a row, which moves whenever its column changes. */
  readonly orders?: readonly KeptOrder[];
  readonly relations?: Readonly<Record<string, Relation>>;
}

/** The relation whose rows a name tells of together, such as `composed_nfts_aggregate`. */
export function aggregatedRelation({ relations = {} }: TableShape, name: string): Relation | undefined {
  const [, relation = ""] = /^(.+)_aggregate$/.exec(name) ?? [];
  const found = Object.hasOwn(relations, relation) ? relations[relation] : undefined;
  return found?.many === true ? found : undefined;
}
