import { QueryRefusal, type Tables } from "../answering/table.ts";
import type { Value } from "../row.ts";
import { Patterns } from "./patterns.ts";
import { RelatedRows, type RowsSource } from "./related-rows.ts";

/** Rows that one answer may have, those of relations among them. */
const mostRowsGiven = 20_000;

/** Values that the aggregates of one query may be made of: some seconds, in which others have their turns. */
const mostValuesFolded = 2_000_000;

/** How far a stream is. */
export interface StreamPlace {
  /**
   * Values of the column of the cursor and of the key of the last row that was given, by which all rows are in one order; or the first of
   * these alone where all rows with it were given. Empty where nothing is yet.
   */
  readonly after: readonly Value[];
  /** True if rows may follow that are there already. */
  readonly isMore: boolean;
}

/** One execution of a query. */
export class QueryContext<Ledger> implements RowsSource<Ledger> {
  readonly ledger: Ledger;
  readonly tables: Tables<Ledger>;
  readonly takeTurn: () => Promise<void>;
  readonly related: RelatedRows<Ledger>;
  readonly patterns = new Patterns();
  /** The place of a stream: before its batch is read, and after it. */
  streamed: StreamPlace | undefined;
  #given = 0;
  #folded = 0;

  constructor(ledger: Ledger, tables: Tables<Ledger>, takeTurn: () => Promise<void>) {
    this.ledger = ledger;
    this.tables = tables;
    this.takeTurn = takeTurn;
    this.related = new RelatedRows(this);
  }

  /** Counts rows of the answer. @throws QueryRefusal beyond the rows that one answer may have */
  give<T extends readonly unknown[]>(rows: T): T {
    this.#given += rows.length;
    if (this.#given > mostRowsGiven) throw new QueryRefusal(`an answer may have ${mostRowsGiven} rows, in all`);
    return rows;
  }

  /** Counts values that an aggregate is made of. @throws QueryRefusal beyond those that one query may ask for */
  fold(values: number): void {
    this.#folded += values;
    if (this.#folded <= mostValuesFolded) return;
    throw new QueryRefusal(`aggregates of a query may be made of ${mostValuesFolded} values: narrow the condition`);
  }
}
