import { type Awaitable, mapKey, StateValueMetadata, type StateWrite, stateItemSize } from "@ledger/types";
import type { Change } from "./change.ts";

/** One item of the state. */
export interface StateItem {
  readonly value: Uint8Array;
  readonly metadata: StateValueMetadata | undefined;
}

/** How much a state holds, as `0x1::state_storage` counts it. */
export interface StateUsage {
  readonly items: bigint;
  readonly bytes: bigint;
}

/** The state that a transaction finds. */
export interface StateView {
  /** @param key - encoded state key @returns `undefined` where there is no such item */
  read(key: Uint8Array): Awaitable<StateItem | undefined>;
  /** Asked for when an epoch begins: the usage before the block. */
  usage(): Awaitable<StateUsage>;
}

/** A state in memory. Reading never waits. */
export class MemoryState implements StateView {
  readonly #items = new Map<string, StateItem>();
  #bytes = 0;

  /** @param writes - what the state begins with, e.g. the writes of a genesis */
  constructor(writes: Iterable<StateWrite> = []) {
    for (const { key, value, metadata } of writes) {
      this.put(key, value && { value, metadata: metadata && StateValueMetadata.decode(metadata) });
    }
  }

  read(key: Uint8Array): StateItem | undefined {
    return this.#items.get(mapKey(key));
  }

  usage(): StateUsage {
    return { items: BigInt(this.#items.size), bytes: BigInt(this.#bytes) };
  }

  /** Sets an item, or removes it. */
  put(key: Uint8Array, item: StateItem | undefined): void {
    const id = mapKey(key);
    const before = this.#items.get(id);
    if (before !== undefined) this.#bytes -= stateItemSize(key, before.value);
    if (item === undefined) this.#items.delete(id);
    else {
      this.#items.set(id, item);
      this.#bytes += stateItemSize(key, item.value);
    }
  }

  /** Makes the changes of a transaction. */
  apply(changes: Iterable<Change>): void {
    for (const { key, kind, value, metadata } of changes) {
      this.put(key, kind === "deletion" ? undefined : { value, metadata });
    }
  }
}
