import type { Change, StateItem, StateUsage } from "@ledger/executor";
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
import type { ChainStorage } from "../chain/chain-state.ts";

const none = new Uint8Array();

/**
 * The latest state of a fork: what it has written since it was opened, and under it what it finds. Its root is one of what it has written:
 * of the rest nobody tells the tree.
 */
export class ForkState implements ChainStorage {
  readonly #below: (key: Uint8Array) => Promise<StateItem | undefined>;
  /** Items as they were read or written, by hex of their keys; `null` for none. */
  readonly #items = new Map<string, StateItem | null>();
  readonly #changed = new Map<string, StateWrite>();
  readonly #tree = new SparseMerkleTree();
  #usage: StateUsage;

  /** @param below - the state that the fork was opened on @param usage - of it, as far as it is known */
  constructor(below: (key: Uint8Array) => Promise<StateItem | undefined>, usage: StateUsage) {
    this.#below = below;
    this.#usage = usage;
  }

  read(key: Uint8Array): Awaitable<StateItem | undefined> {
    const id = bytesToHex(key);
    const known = this.#items.get(id);
    return known === undefined ? this.#find(id, key) : (known ?? undefined);
  }

  usage(): StateUsage {
    return this.#usage;
  }

  apply(changes: Iterable<Change>): void {
    let { items, bytes } = this.#usage;
    for (const { key, kind, value, metadata, previousSize } of changes) {
      const isGone = kind === "deletion";
      if (kind !== "creation") {
        items -= 1n;
        bytes -= BigInt(stateItemSize(key, none) + previousSize);
      }
      if (!isGone) {
        items += 1n;
        bytes += BigInt(stateItemSize(key, value));
      }
      const id = bytesToHex(key);
      this.#items.set(id, isGone ? null : { value, metadata });
      const encoded = isGone || metadata === undefined ? undefined : StateValueMetadata.encode(metadata);
      this.#changed.set(id, { key, value: isGone ? undefined : value, metadata: encoded });
    }
    this.#usage = { items, bytes };
  }

  root(): HashValue {
    const updates = [...this.#changed.values()].map(sparseMerkleUpdate);
    this.#changed.clear();
    return this.#tree.update(updates);
  }

  async #find(id: string, key: Uint8Array): Promise<StateItem | undefined> {
    const item = await this.#below(key);
    // What was written meanwhile is newer.
    const latest = this.#items.get(id);
    if (latest !== undefined) return latest ?? undefined;
    this.#items.set(id, item ?? null);
    return item;
  }
}
