import { demoSource } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest, TreeFollower } from "@ledger/sync";

/** A memory store with the first blocks of the local network and its demo workload, one a second; the same bytes every time. It keeps proofs. */
export async function openDemoStore(blocks: number): Promise<LedgerStore> {
  const store = createMemoryStore();
  await ingest({ source: demoSource(blocks), store });
  await new TreeFollower(store, store.tree).catchUp();
  return store;
}
