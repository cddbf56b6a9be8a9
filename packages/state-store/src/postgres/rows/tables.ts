import type { Parameter } from "../connection/session.ts";

/** Types of columns, and what they hold. Numbers are below 2^53. */
interface ColumnTypes {
  readonly bigint: number;
  readonly integer: number;
  readonly smallint: number;
  readonly boolean: boolean;
  readonly bytea: Uint8Array;
  readonly text: string;
  /** A hash of 16 bytes. */
  readonly uuid: Uint8Array;
}

/** The type of a column. */
export type ColumnType = keyof ColumnTypes;

/** A column: its type, and whether it may be null. */
export type Column = ColumnType | `${ColumnType} or null`;

/** The value of a column. */
export type ColumnValue<C extends Column> = C extends ColumnType
  ? ColumnTypes[C]
  : C extends `${infer Type extends ColumnType} or null`
    ? ColumnTypes[Type] | null
    : never;

/**
 * The tables that commits and copies load rows into, column by column: the schema, the statements, their binary form and the types of
 * rows derive from this.
 */
export const tables = {
  blocks: {
    height: "bigint",
    hash: "bytea",
    epoch: "bigint",
    round: "bigint",
    timestamp_usecs: "bigint",
    first_version: "bigint",
    last_version: "bigint",
  },
  records: {
    version: "bigint",
    hash: "bytea",
    sender: "bytea or null",
    replay: "bytea or null",
    accumulator_root: "bytea",
    info: "bytea",
    events: "bytea",
    write_set: "bytea",
    body: "bytea",
  },
  hashes: { hash: "bytea", version: "bigint" },
  summaries: { sender: "bytea", version: "bigint", hash: "bytea", replay: "bytea" },
  events: { stream: "bytea", sequence: "bytea", version: "bigint", position: "integer" },
  topic_events: { topic: "uuid", version: "bigint", positions: "bytea" },
  state_values: {
    key_hash: "uuid",
    version: "bigint",
    value: "bytea or null",
    metadata: "bytea or null",
    origin: "text or null",
    is_lost: "boolean or null",
  },
  written_keys: { last_version: "bigint", part: "integer", first_version: "bigint", key_hashes: "bytea" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** A table that {@link tables} declares. */
export type TableName = keyof typeof tables;

/** A row of a table. */
export type Row<Table extends TableName> = {
  readonly [Name in keyof (typeof tables)[Table]]: (typeof tables)[Table][Name] extends Column
    ? ColumnValue<(typeof tables)[Table][Name]>
    : never;
};

/** A column of a table as rows are loaded into it. */
export interface LoadedColumn<Table extends TableName> {
  readonly name: keyof Row<Table> & string;
  readonly type: ColumnType;
}

/** The columns of a table, in the order of the declaration. */
export function columnsOf<Table extends TableName>(table: Table): readonly LoadedColumn<Table>[] {
  return Object.entries<Column>(tables[table]).map(([name, column]) => ({
    name: name as LoadedColumn<Table>["name"],
    type: column.replace(" or null", "") as ColumnType,
  }));
}

/** The columns of a table as the statement that makes it has them, a line for each: `version bigint not null,`. */
export function definitionsOf(table: TableName): string {
  return Object.entries<Column>(tables[table])
    .map(
      ([name, column]) =>
        `  ${name} ${column.endsWith(" or null") ? column.replace(" or null", "") : `${column} not null`},`,
    )
    .join("\n");
}

/** The values of rows, one row after the other, each in the order of the columns. */
export function valuesOf<Table extends TableName>(
  columns: readonly LoadedColumn<Table>[],
  rows: readonly Row<Table>[],
): Parameter[] {
  const values: Parameter[] = [];
  for (const row of rows) for (const { name } of columns) values.push(row[name]);
  return values;
}
