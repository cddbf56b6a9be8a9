import { type Awaitable, mapKey, type StateItem, type StateView, type StateWrite, stateItemSize } from "@ledger/types";
import { type Change, itemAfter } from "./change.ts";

/** How much a state holds, as `0x1::state_storage` counts it. */
export interface StateUsage {
  readonly items: bigint;
  readonly bytes: bigint;
}

const noBytes = new Uint8Array();

/**
 * A state that changes, in memory. What was read and written lies over a view of the rest, which is asked for each item once;
 * without a view it is the whole state, and a read never waits.
 */
export class Overlay implements StateView {
  readonly #below: StateView | undefined;
  /** Items as they were read or written; `null` for none. */
  readonly #items = new Map<string, StateItem | null>();
  /** Latest writes since they were last taken. */
  readonly #changed = new Map<string, StateWrite>();
  #itemCount = 0;
  #bytes = 0;

  /** @param below - the rest of the state @param usage - of the state below, as far as it is known */
  constructor(below?: StateView, usage?: StateUsage) {
    this.#below = below;
    if (usage !== undefined) this.#setUsage(usage);
  }

  /** A whole state, e.g. of the writes of a genesis. */
  static of(writes: Iterable<StateWrite>): Overlay {
    const state = new Overlay();
    for (const write of writes) state.write(write);
    return state;
  }

  /** Waits only where the state below does. */
  get(key: Uint8Array): Awaitable<StateItem | undefined> {
    const id = mapKey(key);
    const known = this.#items.get(id);
    if (known !== undefined) return known ?? undefined;
    const found = this.#below?.get(key);
    if (found instanceof Promise) return found.then((item) => this.#keep(id, item));
    return this.#below && this.#keep(id, found);
  }

  /** Items and bytes of the state, the one below included as far as it is known. */
  usage(): StateUsage {
    return { items: BigInt(this.#itemCount), bytes: BigInt(this.#bytes) };
  }

  /** Sets an item, or removes it. @throws TypeError when the item was not read before: its size would not be known */
  write(write: StateWrite): void {
    const { key, value, metadata } = write;
    const id = mapKey(key);
    if (this.#below !== undefined && !this.#items.has(id)) {
      throw new TypeError("an item must be read before it is written");
    }
    this.#set(id, write, value && { bytes: value, metadata }, undefined);
  }

  /** Makes the changes of a transaction. */
  apply(changes: Iterable<Change>): void {
    for (const change of changes) {
      const { key, kind, previousSize } = change;
      const item = itemAfter(change);
      const write = { key, value: item?.bytes, metadata: item?.metadata };
      this.#set(mapKey(key), write, item, kind === "creation" ? undefined : previousSize);
    }
  }

  /** The latest write of each item that was written since this was last asked. */
  takeChanges(): readonly StateWrite[] {
    const changes = [...this.#changed.values()];
    this.#changed.clear();
    return changes;
  }

  /** Forgets all that was read and written. @param usage - of the state below */
  reset(usage: StateUsage): void {
    this.#items.clear();
    this.#changed.clear();
    this.#setUsage(usage);
  }

  #keep(id: string, item: StateItem | undefined): StateItem | undefined {
    // An item that was written while the read waited is newer.
    const latest = this.#items.get(id);
    if (latest !== undefined) return latest ?? undefined;
    this.#items.set(id, item ?? null);
    return item;
  }

  /** @param sizeBelow - bytes of the value in the state below, for an item that was not read; absent where there is none */
  #set(id: string, write: StateWrite, item: StateItem | undefined, sizeBelow: number | undefined): void {
    const known = this.#items.get(id);
    const previousSize = known === undefined ? this.#below && sizeBelow : known?.bytes.length;
    const keySize = stateItemSize(write.key, noBytes);
    if (previousSize !== undefined) {
      this.#itemCount -= 1;
      this.#bytes -= keySize + previousSize;
    }
    if (item !== undefined) {
      this.#itemCount += 1;
      this.#bytes += keySize + item.bytes.length;
    }
    if (item === undefined && this.#below === undefined) this.#items.delete(id);
    else this.#items.set(id, item ?? null);
    this.#changed.set(id, write);
  }

  #setUsage({ items, bytes }: StateUsage): void {
    this.#itemCount = Number(items);
    this.#bytes = Number(bytes);
  }
}
