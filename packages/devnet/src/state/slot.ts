import type { StateValueMetadata } from "@ledger/types";

/** One state value as the chain keeps it. */
export interface Slot {
  readonly value: Uint8Array;
  /** Deposit and time of creation; genesis values carry none. */
  readonly metadata: StateValueMetadata | undefined;
}

/** One change of a state value. */
export interface SlotWrite {
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** The new value; absent when the key is removed. */
  readonly value: Uint8Array | undefined;
}

/** Something that state values can be read from. */
export interface SlotReader {
  /** @returns the value under an encoded state key; `undefined` when there is none */
  readSlot(key: Uint8Array): Uint8Array | undefined;
}
