import { demoSource } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { ingest } from "@ledger/sync";

/** Commits to several stores what is committed to the first. */
function joinStores([first, ...others]: readonly [LedgerStore, ...LedgerStore[]]): LedgerStore {
  return new Proxy(first, {
    get(target, name: keyof LedgerStore) {
      if (name === "commit") {
        return async (batch: Parameters<LedgerStore["commit"]>[0]) => {
          await target.commit(batch);
          await Promise.all(others.map((store) => store.commit(batch)));
        };
      }
      return (target[name] as (...args: unknown[]) => unknown).bind(target);
    },
  });
}

/** Fills empty stores with the same blocks of the local network's demo. */
export async function fillStores(
  stores: readonly [LedgerStore, ...LedgerStore[]],
  blocks: number,
  batchRecords?: number,
): Promise<void> {
  await ingest({ source: demoSource(blocks), store: joinStores(stores), batchRecords });
}
