import type { Row, Value } from "../row.ts";
import type { TableShape } from "../tables/column.ts";

/** Values that a condition leaves to a column: a table may look up those rows in place of listing everything. */
export type FixedValues = ReadonlyMap<string, readonly Value[]>;

/** The values of a question under the names that another table has for its columns. */
export function renamed(fixed: FixedValues, names: Readonly<Record<string, string>>): FixedValues {
  return new Map([...fixed].map(([column, values]) => [names[column] ?? column, values]));
}

/** An end of the values that a condition leaves to a column. */
export interface Bound {
  readonly value: NonNullable<Value>;
  /** True where the value itself is not among them. */
  readonly isOpen: boolean;
}

/** The values that a condition leaves to a column, from one to another. */
export interface Bounds {
  readonly lower?: Bound | undefined;
  readonly upper?: Bound | undefined;
}

/** The marks of the rows that meet a condition. */
export interface Narrowed {
  /** Each row has the values of one of these, at least. */
  readonly alternatives: readonly FixedValues[];
  readonly bounds: ReadonlyMap<string, Bounds>;
  /** True where the rows of which all this holds are those that meet the condition. */
  readonly isExact: boolean;
}

/** An order by a column of a table. */
export interface ColumnOrder {
  readonly column: string;
  readonly isDescending: boolean;
  readonly nullsFirst: boolean;
}

/** The question of one field of a query to a table. */
export interface TableQuestion extends Narrowed {
  /** The first column of the order, where it is one of the table. */
  readonly order?: ColumnOrder | undefined;
  /** True where all rows are read, and not the first ones alone. */
  readonly isWhole: boolean;
}

/** The question for the rows with some values, in any order. */
export function questionFor(fixed: FixedValues): TableQuestion {
  return { alternatives: [fixed], bounds: new Map(), isExact: false, isWhole: false };
}

/** The rows that a question may ask for. */
export interface FoundRows {
  /** More than the question asks for may come, but not fewer. */
  readonly rows: AsyncIterable<Row>;
  /** True where they come in the order of the question; they come in any where it names none. */
  readonly isOrdered: boolean;
}

/**
 * Finds the rows that a question may ask for, the cheapest way that the index has.
 *
 * @throws QueryRefusal at once where more would have to be read than one field may look at
 */
export type FindRows<Ledger> = (ledger: Ledger, question: TableQuestion) => Promise<FoundRows>;

/** A table whose rows are found by their values: conditions and orders of other tables may ask about them. */
export interface CurrentTable<Ledger> extends TableShape {
  /** Finds the rows; more than the question asks for may come, but not fewer. Many values of one column are one read. */
  rows(ledger: Ledger, fixed: FixedValues): AsyncIterable<Row>;
  /** See {@link FindRows}; absent where the index keeps no order of the rows. */
  readonly find?: FindRows<Ledger>;
  /** See {@link CountRows}. */
  readonly count?: CountRows<Ledger>;
  /** Columns by which the index finds rows at once; absent for a table that is made of others. */
  readonly foundBy?: readonly string[];
}

/**
 * Counts the rows that a question asks for, without making any.
 *
 * @returns `undefined` where only the rows can be counted
 * @throws QueryRefusal where there are too many to count
 */
export type CountRows<Ledger> = (ledger: Ledger, narrowed: Narrowed) => Promise<number | undefined>;

/** A table whose rows are made of records that are read one by one. */
export interface ReadTable<Ledger> extends TableShape {
  /** Column by which the rows come in order. */
  readonly version: string;
  /** See {@link FindRows}. */
  readonly find: FindRows<Ledger>;
  /** See {@link CountRows}. */
  readonly count?: CountRows<Ledger>;
  /** Columns by which the index finds the transactions with rows at once. */
  readonly foundBy?: readonly string[];
}

/** A table as queries reach it. Its rows are made from the ledger when they are asked for. */
export type Table<Ledger> = CurrentTable<Ledger> | ReadTable<Ledger>;

/** @returns true for a table whose rows are found by their values */
export function isCurrent<Ledger>(table: Table<Ledger>): table is CurrentTable<Ledger> {
  return "rows" in table;
}

/** Finds the rows that a question may ask for. */
export async function findRows<Ledger>(
  table: Table<Ledger>,
  ledger: Ledger,
  question: TableQuestion,
): Promise<FoundRows> {
  if (table.find !== undefined) return table.find(ledger, question);
  const rows = (table as CurrentTable<Ledger>).rows(ledger, commonValues(question));
  return { rows, isOrdered: question.order === undefined };
}

/** The values that all rows of a question have. */
export function commonValues({ alternatives }: Narrowed): FixedValues {
  return alternatives.length === 1 ? alternatives[0]! : new Map();
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
