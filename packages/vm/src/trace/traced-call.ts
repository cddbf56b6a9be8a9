import type { StateKey } from "@ledger/types";

/** An item that a call asked the state for. Each is asked for once in a session, by the call that needs it first. */
export interface TracedRead {
  readonly key: StateKey;
  /** Bytes of the item; undefined when the state has none. */
  readonly bytes: number | undefined;
}

/** One call of a function, with the calls that it made. */
export interface TracedCall {
  /** `0x1::coin::balance`; `script` for a script. */
  readonly function: string;
  /** Gas of the call and of what it called, for what ran and what it read, in internal units; 0 without a meter. */
  readonly gas: number;
  /** Gas of the calls that the trace has before this one. */
  readonly gasBefore: number;
  /** Instructions of the function itself: those of every straight stretch that it began. */
  readonly instructions: number;
  /** Items that the function itself read, in order. */
  readonly reads: readonly TracedRead[];
  readonly calls: readonly TracedCall[];
  /** True if the call did not return: it failed, or waits for one that did. */
  readonly isOpen: boolean;
}
