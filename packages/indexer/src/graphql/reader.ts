import { QueryRefusal, type Tables } from "../answering/table.ts";
import { RelatedRows, type RowsSource } from "./related-rows.ts";
import type { StreamPlace } from "./stream.ts";

/** Rows that one answer may have, those of relations among them. */
const mostRowsGiven = 20_000;

/** One execution of a query. */
export class QueryContext<Ledger> implements RowsSource<Ledger> {
  readonly ledger: Ledger;
  readonly tables: Tables<Ledger>;
  readonly takeTurn: () => Promise<void>;
  readonly related: RelatedRows<Ledger>;
  /** Where a stream goes on; after its batch has been read, where it is then. */
  streamed: StreamPlace | undefined;
  #given = 0;

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
}
