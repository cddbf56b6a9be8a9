import { type Codec, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";

/** Identity of an event stream: 40 bytes of BCS, the number first. */
export interface EventKey {
  readonly creationNumber: bigint;
  readonly accountAddress: Address;
}

/** BCS of an event key. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#2 | Specification, chain types 2} */
export const EventKey: Codec<EventKey> = struct("EventKey", { creationNumber: u64, accountAddress: Address });

/** An event stream as resources hold it. */
export interface EventHandle {
  /** Events emitted so far, and the sequence number of the next. */
  readonly count: bigint;
  readonly key: EventKey;
}

/** BCS of an event handle. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#2 | Specification, chain types 2} */
export const EventHandle: Codec<EventHandle> = struct("EventHandle", { count: u64, key: EventKey });
