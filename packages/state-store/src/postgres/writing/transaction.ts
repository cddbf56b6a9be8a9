import type { Parameter } from "../connection/session.ts";
import type { HeadChange, HeadRow } from "../rows/head-row.ts";
import type { Row, TableName } from "../rows/tables.ts";

/** The kind of a write: `durable` has reached the disk when it returns; `repeatable` only deletes, and a power cut may undo it. */
export type WriteKind = "durable" | "repeatable";

/** Runs a statement of a transaction. The tables are named `@.table` in its text. */
export type Query = <R extends object>(text: string, values: readonly Parameter[]) => Promise<readonly R[]>;

/** One write transaction. */
export interface Transaction {
  /** As it is before the write; no other writer can change it. */
  readonly head: HeadRow;
  /** Grows when the server lacks what it had acknowledged, after a failover: what is remembered of earlier writes may not be there. */
  readonly losses: number;
  readonly query: Query;
  /** Inserts rows, which may be made while others are sent. */
  load<Table extends TableName>(table: Table, rows: Iterable<Row<Table>>): Promise<void>;
  /** Sets columns of the head row. */
  change(change: HeadChange): void;
}
