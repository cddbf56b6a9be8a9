import type { StoredValue } from "@ledger/state-store";

/** State that a call reads, as a node proved it: whole, or the call is refused. */
export interface Witness {
  readonly version: bigint;
  /** Reads a value at that version, and refuses one that neither the witness nor an earlier proof has. */
  readonly read: (key: Uint8Array) => StoredValue | undefined;
  /** True once a value was refused. */
  readonly isIncomplete: boolean;
}
