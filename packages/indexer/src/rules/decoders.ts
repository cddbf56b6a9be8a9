import type { ItemChange } from "../record/change.ts";
import type { RecordEvent } from "../record/event.ts";
import type { Value } from "../row.ts";

/** The key and the value of an item as the REST API writes them; `null` for a removed value. */
export interface DecodedItem {
  readonly key: Value;
  readonly value: Value;
}

/** Reads an item by its types; `undefined` where they are not known. */
export type DecodeItem = (change: ItemChange) => DecodedItem | undefined;

/** Reads an event as the REST API writes it; `undefined` where its type is not known. */
export type DecodeEvent = (event: RecordEvent) => Value | undefined;

/** Readers of the values of a record, by the code of the ledger. */
export interface Decoders {
  readonly item: DecodeItem;
  readonly event: DecodeEvent;
}

/** Reads none: for rows whose values are not asked for. */
export const undecoded: Decoders = { item: () => undefined, event: () => undefined };
