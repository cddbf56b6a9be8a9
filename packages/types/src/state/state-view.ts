import type { Awaitable } from "../awaitable.ts";

/** One item of the state, as it is stored. */
export interface StateItem {
  /** The value. Must not change afterwards. */
  readonly bytes: Uint8Array;
  /** BCS of `StateValueMetadata`; absent for an item without slot metadata, and where a reader does not need it. */
  readonly metadata?: Uint8Array | undefined;
}

/** The state at one version. Each read answers at once or by a promise. */
export interface StateView {
  /** Reads an item. @param key - encoded state key; must not be changed: others may read by it @returns `undefined` where there is no such item */
  get(key: Uint8Array): Awaitable<StateItem | undefined>;
}
