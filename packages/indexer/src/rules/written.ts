import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";

/** Columns that say when a row of a collection or a token was written. */
export function written({ version, time }: RecordView): Row {
  return { last_transaction_version: version, last_transaction_timestamp: time };
}
