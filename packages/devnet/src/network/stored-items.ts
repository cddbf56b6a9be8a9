import { StoreError } from "@ledger/state-store";
import type { MemoryStore } from "@ledger/state-store/memory";
import type { Awaitable, StateItem, StateView } from "@ledger/types";

/**
 * The state after a version of a store. Reading waits only for what a fork began with, which is somewhere else.
 *
 * @param fork - absent for a chain that began with its own genesis
 */
export function storedState(store: MemoryStore, fork: StateView | undefined, version: bigint): StateView {
  return { get: (key) => readItem(store, fork, version, key) };
}

/** The latest state; of a store without a commit, that which a fork began with. */
export function latestState(store: MemoryStore, fork: StateView | undefined): StateView {
  return {
    get(key) {
      const summary = store.summary();
      return summary === undefined ? fork?.get(key) : readItem(store, fork, summary.version, key);
    },
  };
}

function readItem(
  store: MemoryStore,
  fork: StateView | undefined,
  version: bigint,
  key: Uint8Array,
): Awaitable<StateItem | undefined> {
  try {
    return store.readState(version, key);
  } catch (error) {
    if (fork === undefined || !(error instanceof StoreError) || error.code !== "state_unknown") throw error;
    return fork.get(key);
  }
}
