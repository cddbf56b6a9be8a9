import type { JsonWriter, MoveView } from "@ledger/move";
import { type ContractEvent, formatAddress, formatTypeTag } from "@ledger/types";
import { writeMoveValueOrHex } from "./move-value.ts";

/**
 * Appends an event. Module events belong to no stream and show the guid 0 of `0x0`.
 * @param version - written into the event when it stands alone, outside its transaction
 * @see Ledger specification, REST API §9.16
 */
export async function writeEvent(
  output: JsonWriter,
  view: MoveView,
  event: ContractEvent,
  version?: bigint,
): Promise<void> {
  const key = event.kind === "V1" ? event.value.key : undefined;
  const guid = `{"creation_number":"${key?.creationNumber ?? 0}","account_address":"${key ? formatAddress(key.accountAddress) : "0x0"}"}`;
  const sequence = event.kind === "V1" ? event.value.sequenceNumber : 0;
  const head = version === undefined ? "{" : `{"version":"${version}",`;
  output.rawText(`${head}"guid":${guid},"sequence_number":"${sequence}","type":`);
  output.string(formatTypeTag(event.value.typeTag));
  output.rawText(',"data":');
  await writeMoveValueOrHex(output, view, event.value.typeTag, event.value.data);
  output.rawText("}");
}

/** Appends the events of a transaction, an array. */
export async function writeEvents(output: JsonWriter, view: MoveView, events: readonly ContractEvent[]): Promise<void> {
  output.rawText("[");
  for (const [index, event] of events.entries()) {
    if (index > 0) output.rawText(",");
    await writeEvent(output, view, event);
  }
  output.rawText("]");
}
