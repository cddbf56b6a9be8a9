import { type Change, MemoryState, type MutableState, type StateItem, type StateUsage } from "@ledger/executor";
import {
  type HashValue,
  mapKey,
  SparseMerkleTree,
  StateValueMetadata,
  type StateWrite,
  sparseMerkleUpdate,
} from "@ledger/types";

/** The latest state of a chain, as blocks change it. */
export interface ChainStorage extends MutableState {
  /** Root of the state tree over everything so far. */
  root(): HashValue;
}

/** The latest state of a chain, whole, with its Merkle tree. Reading never waits. */
export class ChainState implements ChainStorage {
  readonly #items = new MemoryState();
  readonly #tree = new SparseMerkleTree();
  /** The changes since the tree was last brought up to date, by key. */
  readonly #changed = new Map<string, StateWrite>();

  read(key: Uint8Array): StateItem | undefined {
    return this.#items.read(key);
  }

  usage(): StateUsage {
    return this.#items.usage();
  }

  /** Sets an item, or removes it. */
  write(write: StateWrite): void {
    const { key, value, metadata } = write;
    this.#items.put(key, value && { value, metadata: metadata && StateValueMetadata.decode(metadata) });
    this.#changed.set(mapKey(key), write);
  }

  apply(changes: Iterable<Change>): void {
    for (const { key, kind, value, metadata } of changes) {
      const item = kind === "deletion" ? undefined : { value, metadata };
      this.#items.put(key, item);
      this.#changed.set(mapKey(key), {
        key,
        value: item?.value,
        metadata: item?.metadata && StateValueMetadata.encode(item.metadata),
      });
    }
  }

  root(): HashValue {
    const updates = [...this.#changed.values()].map(sparseMerkleUpdate);
    this.#changed.clear();
    return this.#tree.update(updates);
  }
}
