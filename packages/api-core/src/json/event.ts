import type { JsonWriter, MoveView } from "@ledger/move";
import { type ContractEvent, formatAddress, formatTypeTag } from "@ledger/types";
import { writeMoveValueOrHex } from "./move-value.ts";

/**
 * Appends an event. Module events belong to no stream and show the guid 0 of `0x0`.
 * @param place - written into the event when it stands alone, outside its transaction: its version, its index and its time where they
 *   are known
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.16 | Specification, REST API 9.16}
 */
export async function writeEvent(
  output: JsonWriter,
  view: MoveView,
  event: ContractEvent,
  place?: { readonly version: bigint; readonly index?: number; readonly timestampUsecs?: bigint },
): Promise<void> {
  const key = event.kind === "V1" ? event.value.key : undefined;
  output.beginObject().members({
    version: place?.version.toString(),
    index: place?.index,
    timestamp: place?.timestampUsecs?.toString(),
    guid: {
      creation_number: String(key?.creationNumber ?? 0),
      account_address: key === undefined ? "0x0" : formatAddress(key.accountAddress),
    },
    sequence_number: String(event.kind === "V1" ? event.value.sequenceNumber : 0),
    type: formatTypeTag(event.value.typeTag),
  });
  output.member("data");
  await writeMoveValueOrHex(output, view, event.value.typeTag, event.value.data);
  output.endObject();
}

/** Appends the events of a transaction, an array. */
export async function writeEvents(output: JsonWriter, view: MoveView, events: readonly ContractEvent[]): Promise<void> {
  output.beginArray();
  for (const event of events) await writeEvent(output.item(), view, event);
  output.endArray();
}
