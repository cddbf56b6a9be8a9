import type { Change, StateItem, StateUsage } from "@ledger/executor";
import {
  type Awaitable,
  type HashValue,
  mapKey,
  SparseMerkleTree,
  StateValueMetadata,
  type StateWrite,
  sparseMerkleUpdate,
  stateItemSize,
} from "@ledger/types";
import type { ChainStorage } from "./chain-state.ts";

/** A place that an {@link OverlayState} can go back to. */
export interface OverlayMark {
  /** Of all that was written. */
  readonly tree: SparseMerkleTree;
  /** Items and bytes of the whole state. */
  readonly usage: StateUsage;
}

const none = new Uint8Array();

/**
 * The latest state of a chain that does not hold all of it in memory: what it has read and written, over a state that it asks
 * for the rest. Its root is that of what it has written: the tree does not know the rest.
 */
export class OverlayState implements ChainStorage {
  readonly #below: (key: Uint8Array) => Awaitable<StateItem | undefined>;
  /** Items as they were read or written; `null` for none. */
  readonly #items = new Map<string, StateItem | null>();
  readonly #changed = new Map<string, StateWrite>();
  #tree = new SparseMerkleTree();
  #usage: StateUsage;

  /** @param below - reads an item by its encoded key @param usage - of the state below, as far as it is known */
  constructor(below: (key: Uint8Array) => Awaitable<StateItem | undefined>, usage: StateUsage) {
    this.#below = below;
    this.#usage = usage;
  }

  /** Waits only where the state below does. */
  read(key: Uint8Array): Awaitable<StateItem | undefined> {
    const id = mapKey(key);
    const known = this.#items.get(id);
    if (known !== undefined) return known ?? undefined;
    const found = this.#below(key);
    return found instanceof Promise ? found.then((item) => this.#keep(id, item)) : this.#keep(id, found);
  }

  /** Items and bytes of the state, the one below included as far as it is known. */
  usage(): StateUsage {
    return this.#usage;
  }

  /** Sets an item, or removes it. @throws TypeError when the item was not read before: its size would not be known */
  write(write: StateWrite): void {
    const { key, value, metadata } = write;
    const before = this.#items.get(mapKey(key));
    if (before === undefined) throw new TypeError("an item must be read before it is written");
    const item = value && { value, metadata: metadata && StateValueMetadata.decode(metadata) };
    this.#put(write, item, before?.value.length);
  }

  /** Sets and removes items as a transaction did. */
  apply(changes: Iterable<Change>): void {
    for (const { key, kind, value, metadata, previousSize } of changes) {
      const item = kind === "deletion" ? undefined : { value, metadata };
      const encoded = item?.metadata && StateValueMetadata.encode(item.metadata);
      this.#put({ key, value: item?.value, metadata: encoded }, item, kind === "creation" ? undefined : previousSize);
    }
  }

  /** Root over all that was written so far. */
  root(): HashValue {
    const updates = [...this.#changed.values()].map(sparseMerkleUpdate);
    this.#changed.clear();
    return this.#tree.update(updates);
  }

  /** The place between two blocks: all that was written is in the root. */
  save(): OverlayMark {
    return { tree: this.#tree.clone(), usage: this.#usage };
  }

  /** Goes back to a place, to which the state below must have gone back too. */
  restore({ tree, usage }: OverlayMark): void {
    this.#items.clear();
    this.#changed.clear();
    this.#tree = tree.clone();
    this.#usage = usage;
  }

  #keep(id: string, item: StateItem | undefined): StateItem | undefined {
    // What was written while the read waited is newer.
    const latest = this.#items.get(id);
    if (latest !== undefined) return latest ?? undefined;
    this.#items.set(id, item ?? null);
    return item;
  }

  /** @param previousSize - bytes of the value before; absent where there was none */
  #put(write: StateWrite, item: StateItem | undefined, previousSize: number | undefined): void {
    const { key } = write;
    let { items, bytes } = this.#usage;
    if (previousSize !== undefined) {
      items -= 1n;
      bytes -= BigInt(stateItemSize(key, none) + previousSize);
    }
    if (item !== undefined) {
      items += 1n;
      bytes += BigInt(stateItemSize(key, item.value));
    }
    this.#usage = { items, bytes };
    const id = mapKey(key);
    this.#items.set(id, item ?? null);
    this.#changed.set(id, write);
  }
}
