import { setImmediate as nextTurn } from "node:timers/promises";
import { TreeFollower } from "@ledger/sync";
import type { FollowOptions } from "../following/follow-head.ts";
import { openReader } from "../store/open-store.ts";
import { openTree } from "../store/open-tree.ts";
import type { TreeReport, TreeSettings } from "./protocol.ts";

/**
 * Keeps the state tree of a ledger, from where it stands, while others read and write the ledger.
 *
 * @throws StoreError `store_locked` while another program keeps it
 */
export async function keepTree(
  { location }: TreeSettings,
  { signal, onReport, untilMore }: FollowOptions<TreeReport>,
): Promise<void> {
  // The tree is of what was committed last: of a replica that lags behind it would be another ledger's.
  const store = await openReader(location, true);
  try {
    const tree = await openTree(location);
    try {
      const follower = new TreeFollower(store, tree, {
        signal,
        onBuild: (build) => onReport({ phase: "building", build }),
        onRemade: (reason) => onReport({ phase: "removed", reason }),
      });
      while (!signal.aborted) {
        const progress = await follower.step();
        if (progress.head !== undefined) onReport({ phase: "grown", ...progress });
        if (!progress.isAtHead) await nextTurn();
        else if (untilMore === undefined) return;
        else await untilMore();
      }
    } finally {
      await tree.close();
    }
  } finally {
    await store.close();
  }
}
