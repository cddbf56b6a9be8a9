import type { LedgerStore, TreeStore, TreeWrites } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";

/** A ledger, and the place of its state tree. */
export interface TreePlace {
  readonly store: LedgerStore;
  readonly tree: TreeWrites;
  close(): Awaitable<void>;
}

/** A ledger and its tree, which are closed together. */
export function placeOf(store: LedgerStore, tree: TreeStore): TreePlace {
  return {
    store,
    tree,
    async close() {
      await tree.close();
      await store.close();
    },
  };
}
