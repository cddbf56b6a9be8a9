import type { StateItem } from "@ledger/executor";
import { readForkItem } from "@ledger/local-chain";
import { StoreError } from "@ledger/state-store";
import type { MemoryStore } from "@ledger/state-store/memory";
import type { ForkSource } from "@ledger/sync/fork";
import { type Awaitable, StateValueMetadata } from "@ledger/types";

/**
 * An item as it was after a version of a store. Reading waits only for what a fork began with, which is somewhere else.
 *
 * @param fork - absent for a chain that began with its own genesis
 */
export function readStoredItem(
  store: MemoryStore,
  fork: ForkSource | undefined,
  version: bigint,
  key: Uint8Array,
): Awaitable<StateItem | undefined> {
  try {
    return readItem(store, version, key);
  } catch (error) {
    if (fork === undefined || !(error instanceof StoreError) || error.code !== "state_unknown") throw error;
    return readForkItem(fork, key);
  }
}

/** An item of the latest state; of a store without a commit, what a fork began with. */
export function readLatestItem(
  store: MemoryStore,
  fork: ForkSource | undefined,
  key: Uint8Array,
): Awaitable<StateItem | undefined> {
  const summary = store.summary();
  if (summary === undefined) return fork && readForkItem(fork, key);
  return readStoredItem(store, fork, summary.version, key);
}

function readItem(store: MemoryStore, version: bigint, key: Uint8Array): StateItem | undefined {
  const stored = store.readState(version, key);
  return stored && { value: stored.bytes, metadata: stored.metadata && StateValueMetadata.decode(stored.metadata) };
}
