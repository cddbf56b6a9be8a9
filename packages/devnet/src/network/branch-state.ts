import type { Change, StateItem, StateUsage } from "@ledger/executor";
import type { ChainStorage } from "@ledger/local-chain";
import { StoreError } from "@ledger/state-store";
import type { BranchingStore } from "@ledger/state-store/branching";
import {
  type Awaitable,
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

/** The state that a fork began with, which is somewhere else. */
export interface ForkedState {
  /** @param key - encoded state key */
  read(key: Uint8Array): Promise<StateItem | undefined>;
  /** As far as it is known. */
  readonly usage: StateUsage;
}

/** The latest state of a branching store, with what the block that is being made has changed on top. */
export class BranchState implements ChainStorage {
  readonly #store: BranchingStore;
  readonly #forked: ForkedState | undefined;
  /** The latest items as they were read or written, by key; `null` for none. */
  readonly #latest = new Map<string, StateItem | null>();
  readonly #changed = new Map<string, StateWrite>();
  #tree = new SparseMerkleTree();
  #items = 0n;
  #bytes = 0n;

  /**
   * @param store - may be empty: what is written before its first commit is its genesis
   * @param forked - what a fork began with; then reading may wait
   */
  constructor(store: BranchingStore, forked?: ForkedState) {
    this.#store = store;
    this.#forked = forked;
    this.#items = forked?.usage.items ?? 0n;
    this.#bytes = forked?.usage.bytes ?? 0n;
  }

  read(key: Uint8Array): Awaitable<StateItem | undefined> {
    const id = bytesToHex(key);
    const known = this.#readKnown(id, key);
    return known === unknown ? this.#readForked(id, key) : (known ?? undefined);
  }

  /** An item as it was after a version of the store. */
  async readAt(version: bigint, key: Uint8Array): Promise<StateItem | undefined> {
    try {
      return readStored(this.#store, version, key);
    } catch (error) {
      if (this.#forked === undefined || !(error instanceof StoreError) || error.code !== "state_unknown") throw error;
      return this.#forked.read(key);
    }
  }

  usage(): StateUsage {
    return { items: this.#items, bytes: this.#bytes };
  }

  /** Sets an item, or removes it. What a fork has not read is not known here, and must be read before. */
  write(write: StateWrite): void {
    const { key, value, metadata } = write;
    const id = bytesToHex(key);
    const before = this.#readKnown(id, key);
    if (before === unknown) throw new TypeError("an item of a fork must be read before it is written");
    this.#count(key, before?.value, -1n);
    const item = value && { value, metadata: metadata && StateValueMetadata.decode(metadata) };
    this.#count(key, value, 1n);
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

  /** What is known without asking anybody. */
  #readKnown(id: string, key: Uint8Array): StateItem | null | typeof unknown {
    const known = this.#latest.get(id);
    if (known !== undefined) return known;
    const summary = this.#store.summary() as { readonly version: bigint } | undefined;
    if (summary === undefined && this.#forked !== undefined) return unknown;
    let item: StateItem | null;
    try {
      item = (summary && readStored(this.#store, summary.version, key)) ?? null;
    } catch (error) {
      if (this.#forked !== undefined && error instanceof StoreError && error.code === "state_unknown") return unknown;
      throw error;
    }
    this.#latest.set(id, item);
    return item;
  }

  async #readForked(id: string, key: Uint8Array): Promise<StateItem | undefined> {
    const item = await this.#forked!.read(key);
    // What was written meanwhile is newer.
    const latest = this.#latest.get(id);
    if (latest !== undefined) return latest ?? undefined;
    this.#latest.set(id, item ?? null);
    return item;
  }

  #count(key: Uint8Array, value: Uint8Array | undefined, sign: bigint): void {
    if (value === undefined) return;
    this.#items += sign;
    this.#bytes += sign * BigInt(stateItemSize(key, value));
  }
}

/** Of an item that has to be asked for. */
const unknown: unique symbol = Symbol("unknown");

function readStored(store: BranchingStore, version: bigint, key: Uint8Array): StateItem | undefined {
  const stored = store.readState(version, key);
  if (stored instanceof Promise) throw new TypeError("a store in memory answers synchronously");
  return stored && { value: stored.bytes, metadata: stored.metadata && StateValueMetadata.decode(stored.metadata) };
}
