import {
  bytesToHex,
  decodeStateKey,
  type HashValue,
  hashStateKey,
  hashStateValue,
  SparseMerkleTree,
  type SparseMerkleUpdate,
  StateValue,
} from "@ledger/types";
import type { Slot, SlotReader } from "./slot.ts";

/** How much the ledger's state holds, as `0x1::state_storage` counts it. */
export interface StateUsage {
  readonly items: bigint;
  /** Keys and values, in bytes. */
  readonly bytes: bigint;
}

interface KeyedSlot extends Slot {
  readonly key: Uint8Array;
}

/**
 * The latest state, whole, with its Merkle tree. It fits in memory because the development ledger never lets it grow
 * without bounds, however long it runs.
 */
export class LedgerState implements SlotReader {
  readonly #slots = new Map<string, KeyedSlot>();
  readonly #tree = new SparseMerkleTree();
  /** Keys changed since the tree was last brought up to date. */
  readonly #changed = new Map<string, Uint8Array>();
  #bytes = 0;

  /** @returns the slot under an encoded state key; `undefined` when there is none */
  find(key: Uint8Array): Slot | undefined {
    return this.#slots.get(bytesToHex(key));
  }

  readSlot(key: Uint8Array): Uint8Array | undefined {
    return this.find(key)?.value;
  }

  /** Puts a slot, or removes it when there is none. */
  put(key: Uint8Array, slot: Slot | undefined): void {
    const name = bytesToHex(key);
    this.#bytes -= slotBytes(this.#slots.get(name));
    if (slot === undefined) this.#slots.delete(name);
    else this.#slots.set(name, { key, ...slot });
    this.#bytes += slotBytes(this.#slots.get(name));
    this.#changed.set(name, key);
  }

  /** Root of the state tree over everything put so far. */
  root(): HashValue {
    const updates: SparseMerkleUpdate[] = [];
    for (const [name, key] of this.#changed) {
      const slot = this.#slots.get(name);
      updates.push([hashStateKey(key), slot && hashStateValue(StateValue.encode(slotToStateValue(slot)))]);
    }
    this.#changed.clear();
    return this.#tree.update(updates);
  }

  get usage(): StateUsage {
    return { items: BigInt(this.#slots.size), bytes: BigInt(this.#bytes) };
  }
}

function slotToStateValue({ value, metadata }: Slot): StateValue {
  return metadata === undefined ? { kind: "V0", value } : { kind: "WithMetadata", value: { data: value, metadata } };
}

/** @see Ledger specification, ledger ingest §3.1: 32 bytes for the account or table, the path or key, the value */
function slotBytes(slot: KeyedSlot | undefined): number {
  if (slot === undefined) return 0;
  const key = decodeStateKey(slot.key);
  if (key.kind === "AccessPath") return 32 + key.value.path.length + slot.value.length;
  return slot.key.length - 1 + slot.value.length;
}
