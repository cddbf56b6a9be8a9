import { type ContractEvent, formatHex, formatTypeTag } from "@ledger/types";

/** The account that rows name for module events, which belong to none. */
export const noAccount = `0x${"0".repeat(64)}`;

/** An event of a transaction. */
export interface RecordEvent {
  /** Position among the transaction's events. */
  readonly index: number;
  /** As the REST API writes it. */
  readonly type: string;
  /** `0x` and 64 digits; {@link noAccount} for a module event. */
  readonly account: string;
  /** Creation number of the stream; `undefined` for a module event. */
  readonly creationNumber: bigint | undefined;
  /** Its number in the stream; `undefined` for a module event. */
  readonly sequenceNumber: bigint | undefined;
  /** BCS of the event. */
  readonly data: Uint8Array;
}

/** The events of a transaction, as rules read them. */
export function listEvents(events: readonly ContractEvent[]): RecordEvent[] {
  return events.map(({ kind, value }, index) => {
    const type = formatTypeTag(value.typeTag);
    const { data } = value;
    if (kind === "V2") {
      return { index, type, account: noAccount, creationNumber: undefined, sequenceNumber: undefined, data };
    }
    const { sequenceNumber } = value;
    const { accountAddress, creationNumber } = value.key;
    return { index, type, account: formatHex(accountAddress), creationNumber, sequenceNumber, data };
  });
}
