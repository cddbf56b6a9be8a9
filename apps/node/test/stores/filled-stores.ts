import { createDevnetSource } from "@ledger/devnet";
import type { LedgerStore } from "@ledger/state-store";
import { ingest, type LedgerSource } from "@ledger/sync";

/** A second between blocks, counted from a fixed instant. */
function tickingClock(): () => bigint {
  let now = 1_700_000_000_000_000n;
  return () => {
    now += 1_000_000n;
    return now;
  };
}

/** The development ledger up to a block; the same bytes every time. */
function firstBlocks(blocks: number): LedgerSource {
  const endless = createDevnetSource({ clock: tickingClock(), intervalMs: 0 });
  return {
    ...endless,
    name: "the first blocks of the development ledger",
    async *records(from, signal) {
      let block = 0;
      for await (const page of endless.records(from, signal)) {
        yield page;
        if (block++ === blocks) return;
      }
    },
  };
}

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

/** Fills empty stores with the same blocks of the development ledger. */
export async function fillStores(
  stores: readonly [LedgerStore, ...LedgerStore[]],
  blocks: number,
  batchRecords?: number,
): Promise<void> {
  await ingest({ source: firstBlocks(blocks), store: joinStores(stores), batchRecords });
}
