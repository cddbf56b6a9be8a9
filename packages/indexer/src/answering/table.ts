import type { VersionRange } from "../ledger/ledger-index.ts";
import type { Row, Value } from "../row.ts";
import type { TableShape } from "../tables/column.ts";

/** Values that a condition leaves to a column: a table may look up those rows in place of listing everything. */
export type FixedValues = ReadonlyMap<string, readonly Value[]>;

/** The values of a question under the names that another table has for its columns. */
export function renamed(fixed: FixedValues, names: Readonly<Record<string, string>>): FixedValues {
  return new Map([...fixed].map(([column, values]) => [names[column] ?? column, values]));
}

/** The question of one field of a query to a table. */
export interface TableQuestion {
  readonly fixed: FixedValues;
  /** The end at which rows of what happened begin. */
  readonly order: "oldest_first" | "newest_first";
  /** The versions whose rows are wanted; all where this is absent. */
  readonly within?: VersionRange;
}

/** A table whose rows are found by their values: conditions and orders of other tables may ask about them. */
export interface CurrentTable<Ledger> extends TableShape {
  /** Finds the rows; more than the question asks for may come, but not fewer. Many values of one column are one read. */
  rows(ledger: Ledger, fixed: FixedValues): AsyncIterable<Row>;
  /** See {@link CountRows}. */
  readonly count?: CountRows<Ledger>;
}

/**
 * Counts the rows that have certain values, and no others, without making any.
 *
 * @returns `undefined` where only the rows can be counted
 * @throws QueryRefusal where there are too many to count
 */
export type CountRows<Ledger> = (ledger: Ledger, exact: FixedValues) => Promise<number | undefined>;

/** A table whose rows are made of records that are read one by one. */
export interface ReadTable<Ledger> extends TableShape {
  /** Column by which the rows come in order. */
  readonly version: string;
  /** Makes the rows in the order of the question; more than it asks for may come, but not fewer. */
  read(ledger: Ledger, question: TableQuestion): AsyncIterable<Row>;
  /** See {@link CountRows}. */
  readonly count?: CountRows<Ledger>;
}

/** A table as queries reach it. Its rows are made from the ledger when they are asked for. */
export type Table<Ledger> = CurrentTable<Ledger> | ReadTable<Ledger>;

/** @returns true for a table whose rows are found by their values */
export function isCurrent<Ledger>(table: Table<Ledger>): table is CurrentTable<Ledger> {
  return "rows" in table;
}

/** Tables by name. */
export type Tables<Ledger> = Readonly<Record<string, Table<Ledger>>>;

/** A mistake of the one who asks, for that one to read. */
export class QueryRefusal extends Error {
  override readonly name = "QueryRefusal";
  /** `absent` where this node has no index of what is asked for. */
  readonly reason: "absent" | "invalid";

  constructor(message: string, reason: "absent" | "invalid" = "invalid") {
    super(message);
    this.reason = reason;
  }
}
