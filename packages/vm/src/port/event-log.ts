import type { AddressText } from "../address.ts";
import type { Type } from "../type/type.ts";

/** An event as its native recorded it. */
export interface EmittedEvent {
  /** Absent for module events. */
  readonly key: { readonly creationNumber: bigint; readonly address: AddressText } | undefined;
  /** Events of the key before; 0 for module events. */
  readonly sequenceNumber: bigint;
  readonly type: Type;
  /** BCS of the message. */
  readonly data: Uint8Array;
}
