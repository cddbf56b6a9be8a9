import type { Change, StateItem, StateUsage } from "@ledger/executor";
import type { ChainStorage } from "@ledger/local-chain";
import type { BranchingStore } from "@ledger/state-store/branching";
import {
  bytesToHex,
  type HashValue,
  SparseMerkleTree,
  StateValueMetadata,
  type StateWrite,
  sparseMerkleUpdate,
  stateItemSize,
} from "@ledger/types";

/** What a branch of a state is, besides what the store has. */
interface BranchSummary {
  readonly tree: SparseMerkleTree;
  readonly items: bigint;
  readonly bytes: bigint;
}

/** The latest state of a branching store, with what the block that is being made has changed on top. */
export class BranchState implements ChainStorage {
  readonly #store: BranchingStore;
  /** The latest items as they were read or written, by key; `null` for none. */
  readonly #latest = new Map<string, StateItem | null>();
  readonly #changed = new Map<string, StateWrite>();
  #tree = new SparseMerkleTree();
  #items = 0n;
  #bytes = 0n;

  /** @param store - may be empty: what is written before its first commit is its genesis */
  constructor(store: BranchingStore) {
    this.#store = store;
  }

  read(key: Uint8Array): StateItem | undefined {
    return this.#read(bytesToHex(key), key);
  }

  usage(): StateUsage {
    return { items: this.#items, bytes: this.#bytes };
  }

  /** Sets an item, or removes it. */
  write(write: StateWrite): void {
    const { key, value, metadata } = write;
    const id = bytesToHex(key);
    const before = this.#read(id, key);
    this.#count(key, before, -1n);
    const item = value && { value, metadata: metadata && StateValueMetadata.decode(metadata) };
    this.#count(key, item, 1n);
    this.#latest.set(id, item ?? null);
    this.#changed.set(id, write);
  }

  apply(changes: Iterable<Change>): void {
    for (const { key, kind, value, metadata } of changes) {
      const isGone = kind === "deletion";
      this.write({
        key,
        value: isGone ? undefined : value,
        metadata: isGone || metadata === undefined ? undefined : StateValueMetadata.encode(metadata),
      });
    }
  }

  root(): HashValue {
    const updates = [...this.#changed.values()].map(sparseMerkleUpdate);
    this.#changed.clear();
    return this.#tree.update(updates);
  }

  /** What {@link restore} needs, when the store is back at this place. */
  save(): BranchSummary {
    return { tree: this.#tree.clone(), items: this.#items, bytes: this.#bytes };
  }

  restore({ tree, items, bytes }: BranchSummary): void {
    this.#latest.clear();
    this.#changed.clear();
    this.#tree = tree.clone();
    this.#items = items;
    this.#bytes = bytes;
  }

  #read(id: string, key: Uint8Array): StateItem | undefined {
    const known = this.#latest.get(id);
    if (known !== undefined) return known ?? undefined;
    const summary = this.#store.summary() as { readonly version: bigint } | undefined;
    const stored = summary && this.#store.readState(summary.version, key);
    if (stored instanceof Promise) throw new TypeError("a store in memory answers at once");
    const item = stored && {
      value: stored.bytes,
      metadata: stored.metadata && StateValueMetadata.decode(stored.metadata),
    };
    this.#latest.set(id, item ?? null);
    return item;
  }

  #count(key: Uint8Array, item: StateItem | undefined, sign: bigint): void {
    if (item === undefined) return;
    this.#items += sign;
    this.#bytes += sign * BigInt(stateItemSize(key, item.value));
  }
}
