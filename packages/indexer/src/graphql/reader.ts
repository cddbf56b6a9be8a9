import { QueryRefusal, type Tables } from "../answering/table.ts";
import type { Value } from "../row.ts";
import { Patterns } from "./patterns.ts";
import { RelatedRows, type RowsSource } from "./related-rows.ts";

/** Rows that one answer may have, those of relations among them. */
const mostRowsGiven = 20_000;

/** Values that aggregates and conditions about rows of relations may look at: some seconds, in which others have their turns. */
const mostValuesFolded = 2_000_000;

/** Rows that one query may hold at a time, where it cannot do with fewer: 50 MB or so. */
const mostRowsHeld = 50_000;

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
  /** Aborted when nothing waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly related: RelatedRows<Ledger>;
  readonly patterns = new Patterns();
  /** The place of a stream: before its batch is read, and after it. */
  streamed: StreamPlace | undefined;
  #given = 0;
  #held = 0;
  #folded = 0;

  constructor(ledger: Ledger, tables: Tables<Ledger>, signal: AbortSignal) {
    this.ledger = ledger;
    this.tables = tables;
    this.signal = signal;
    this.related = new RelatedRows(this);
  }

  /** Counts rows of the answer. @throws QueryRefusal beyond the rows that one answer may have */
  give<T extends readonly unknown[]>(rows: T): T {
    this.#given += rows.length;
    if (this.#given > mostRowsGiven) throw new QueryRefusal(`an answer may have ${mostRowsGiven} rows, in all`);
    return rows;
  }

  /** Counts rows that are held until all have come. @throws QueryRefusal beyond those that one query may hold */
  hold(): void {
    this.#held += 1;
    if (this.#held <= mostRowsHeld) return;
    throw new QueryRefusal(
      `the query sorts, groups or aggregates more than ${mostRowsHeld} rows: narrow the condition with "where"`,
    );
  }

  /** Counts values that an aggregate, or a condition about rows of a relation, looks at. @throws QueryRefusal beyond those that one query may look at */
  fold(values: number): void {
    this.#folded += values;
    if (this.#folded <= mostValuesFolded) return;
    throw new QueryRefusal(
      `aggregates and relations of a query may look at ${mostValuesFolded} values: narrow the condition`,
    );
  }
}
