import { bytes, type Codec, enumeration, struct, u64, vector } from "@ledger/bcs";
import { TypeTag } from "../type-tag/type-tag.ts";
import { EventKey } from "./event-key.ts";

/** An event of a stream. */
export interface ContractEventV1 {
  readonly key: EventKey;
  readonly sequenceNumber: bigint;
  readonly typeTag: TypeTag;
  /** BCS of the event struct. */
  readonly data: Uint8Array;
}

/** A module event: it belongs to no stream. */
export interface ContractEventV2 {
  readonly typeTag: TypeTag;
  /** BCS of the event struct. */
  readonly data: Uint8Array;
}

/** An event that a transaction emitted. */
export type ContractEvent =
  | { readonly kind: "V1"; readonly value: ContractEventV1 }
  | { readonly kind: "V2"; readonly value: ContractEventV2 };

/** BCS of an event. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.2 | Specification, chain types 4.2} */
export const ContractEvent: Codec<ContractEvent> = enumeration("ContractEvent", {
  V1: struct("ContractEventV1", { key: EventKey, sequenceNumber: u64, typeTag: TypeTag, data: bytes }),
  V2: struct("ContractEventV2", { typeTag: TypeTag, data: bytes }),
});

/** BCS of the events of a transaction, in the order in which they were emitted. */
export const ContractEvents: Codec<readonly ContractEvent[]> = vector(ContractEvent);
