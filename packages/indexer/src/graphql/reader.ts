import { type CurrentTable, type FixedValues, QueryRefusal, type Table, type Tables } from "../answering/table.ts";
import type { Row } from "../row.ts";
import type { Relation } from "../tables/column.ts";

/** Rows that one answer may have, those of relations among them. */
const mostRowsGiven = 20_000;

/** One execution of a query. */
export class QueryContext<Ledger> {
  readonly ledger: Ledger;
  readonly tables: Tables<Ledger>;
  /** Waits for the turn of the next table: everything else that waits has its turn between two of them. */
  readonly takeTurn: () => Promise<void>;
  #given = 0;

  constructor(ledger: Ledger, tables: Tables<Ledger>, takeTurn: () => Promise<void>) {
    this.ledger = ledger;
    this.tables = tables;
    this.takeTurn = takeTurn;
  }

  /** Counts rows of the answer. @throws QueryRefusal beyond the rows that one answer may have */
  give<T extends readonly unknown[]>(rows: T): T {
    this.#given += rows.length;
    if (this.#given > mostRowsGiven) throw new QueryRefusal(`an answer may have ${mostRowsGiven} rows, in all`);
    return rows;
  }

  /** The rows of a current table that belong to one of another. */
  async *related(row: Row, { table, by }: Relation): AsyncGenerator<Row> {
    const other = this.tables[table];
    if (other === undefined || !isCurrent(other)) return;
    const fixed = relatedValues(row, by);
    if (fixed === undefined) return;
    for await (const candidate of other.rows(this.ledger, fixed)) {
      if (hasValues(candidate, fixed)) yield candidate;
    }
  }
}

/** @returns true for a table whose rows are found by their values */
export function isCurrent<Ledger>(table: Table<Ledger>): table is CurrentTable<Ledger> {
  return "rows" in table;
}

/** The values that rows of another table have where they belong to one; `undefined` where none can, for want of a value. */
export function relatedValues(row: Row, by: Relation["by"]): FixedValues | undefined {
  const pairs = Object.entries(by).map(([own, other]) => [other, row[own] ?? null] as const);
  if (pairs.some(([, value]) => value === null)) return undefined;
  return new Map(pairs.map(([column, value]) => [column, [value!]]));
}

/** @returns true for a row with certain values */
export function hasValues(row: Row, fixed: FixedValues): boolean {
  for (const [column, values] of fixed) if (!values.some((value) => row[column] === value)) return false;
  return true;
}
