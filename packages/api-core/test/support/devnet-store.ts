import { createDevnetSource } from "@ledger/devnet";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest, type LedgerSource } from "@ledger/sync";

/** Time of the first block, microseconds since the Unix epoch. */
const START = 1_700_000_000_000_000n;

/** A memory store with the first blocks of the development ledger, one a second; the same bytes every time. */
export async function openDevnetStore(blocks: number): Promise<LedgerStore> {
  const store = createMemoryStore();
  let now = START;
  const clock = () => now;
  const source = createDevnetSource({ clock, intervalMs: 0 });
  const bounded: LedgerSource = {
    ...source,
    async *records(from, signal) {
      let left = blocks + 1;
      for await (const page of source.records(from, signal)) {
        yield page;
        now += 1_000_000n;
        if (--left === 0) return;
      }
    },
  };
  await ingest({ source: bounded, store });
  return store;
}
