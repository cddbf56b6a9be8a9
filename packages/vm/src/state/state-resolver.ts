import type { Address, Awaitable, StateValueMetadata, StructTag } from "@ledger/types";

/** A stored item. */
export interface StateItem {
  /** Must not change afterwards. */
  readonly bytes: Uint8Array;
  /** Slot metadata, where the item has any. */
  readonly metadata?: StateValueMetadata | undefined;
}

/**
 * The state that code runs on. Each method answers with the item or undefined, at once or by a promise: the machine suspends
 * at a promise and goes on where it stood. Every item is asked for once in a session.
 */
export interface StateResolver {
  /** A module's bytecode. */
  findModule(address: Address, name: string): Awaitable<StateItem | undefined>;
  /** A resource that is stored by itself. */
  findResource(address: Address, type: StructTag): Awaitable<StateItem | undefined>;
  /** A resource group: BCS of a map from struct tag to bytes. */
  findResourceGroup(address: Address, group: StructTag): Awaitable<StateItem | undefined>;
  /** A table item by the BCS of its key. */
  findTableItem(handle: Address, key: Uint8Array): Awaitable<StateItem | undefined>;
}
