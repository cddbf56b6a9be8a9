import { setImmediate as nextTurn } from "node:timers/promises";
import { IndexBuilder, type IndexProgress } from "@ledger/indexer/build";
import type { FollowOptions } from "../following/follow-head.ts";
import { openReader } from "../store/open-store.ts";
import { openTableIndex } from "../store/open-table-index.ts";
import type { IndexReport, IndexSettings } from "./protocol.ts";

/**
 * Builds the index of a ledger's tables, from where it stands, while others read and write the ledger.
 *
 * @throws StoreError `store_locked` while another program builds it
 */
export async function keepIndex(
  { location, groups }: IndexSettings,
  { signal, onReport, untilMore }: FollowOptions<IndexReport>,
): Promise<void> {
  // The index is of what was committed last: of a replica that lags behind it would be another ledger's.
  const store = await openReader(location, true);
  try {
    const index = await openTableIndex(location);
    try {
      const builder = new IndexBuilder(store, index, groups);
      while (!signal.aborted) {
        const progress = await builder.step();
        const report = reportOf(progress);
        if (report !== undefined) onReport(report);
        if (!progress.isAtHead) await nextTurn();
        else if (untilMore === undefined) return;
        else await untilMore();
      }
    } finally {
      await index.close();
    }
  } finally {
    await store.close();
  }
}

function reportOf({ head, ledger, isAtHead }: IndexProgress): IndexReport | undefined {
  if (head === undefined || ledger === undefined) return undefined;
  const phase = isAtHead ? "done" : head.state === undefined ? "records" : "state";
  return { next: BigInt(head.next), head: ledger.version, phase, isReady: head.isReady };
}
