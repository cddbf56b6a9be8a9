import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import type { DecodeEvent } from "./decoders.ts";
import type { ImpliedValue } from "./implied-value.ts";

/** Characters that the column has by which types are found. */
const mostIndexed = 300;

/**
 * Rows of `events`, a table that clients up to 3 ask. Events of modules belong to the null account, and have 0 for both numbers.
 */
export function eventRows({ version, blockHeight, events }: RecordView, decode: DecodeEvent): Row[] {
  return events.map((event) => ({
    transaction_version: version,
    event_index: BigInt(event.index),
    transaction_block_height: blockHeight,
    account_address: event.account,
    creation_number: event.creationNumber ?? 0n,
    sequence_number: event.sequenceNumber ?? 0n,
    type: event.type,
    indexed_type: event.type.slice(0, mostIndexed),
    data: decode(event) ?? null,
  }));
}

/** The text by which the events of a type are found. */
export const indexedByType: ImpliedValue = { of: ["type"], make: (type) => type.slice(0, mostIndexed) };
