import { setImmediate as nextTurn } from "node:timers/promises";
import { type LedgerReader, StoreError } from "@ledger/state-store";
import { TreeFollower } from "@ledger/sync";
import type { FollowOptions } from "../following/follow-head.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { openTree, removeTree } from "../store/open-tree.ts";
import type { TreeReport, TreeSettings } from "./protocol.ts";

/**
 * Keeps the state tree of a ledger, from where it stands, while others read and write the ledger.
 *
 * @throws StoreError `store_locked` while another program keeps it
 */
export async function keepTree({ location }: TreeSettings, options: FollowOptions<TreeReport>): Promise<void> {
  // The tree is of what was committed last: of a replica that lags behind it would be another ledger's.
  const store = await openReader(location, true);
  try {
    if (await follow(store, location, options)) return;
    await removeTree(location);
    if (!(await follow(store, location, options))) throw new StoreError("corrupt", "the state tree is damaged again");
  } finally {
    await store.close();
  }
}

/** @returns false where the tree is too damaged to be cleared */
async function follow(
  store: LedgerReader,
  location: StoreLocation,
  { signal, onReport, untilMore }: FollowOptions<TreeReport>,
): Promise<boolean> {
  const tree = await openTree(location);
  const follower = new TreeFollower(store, tree, {
    signal,
    onBuild: (build) => onReport({ phase: "building", build }),
    onDiffers: (root) => onReport({ phase: "differs", root }),
    onRemade: (reason) => onReport({ phase: "removed", reason }),
  });
  try {
    while (!signal.aborted) {
      const progress = await follower.step();
      if (progress.head !== undefined) onReport({ phase: "grown", ...progress });
      if (!progress.isAtHead) await nextTurn();
      else if (untilMore === undefined) break;
      else await untilMore();
    }
    return true;
  } catch (error) {
    if (follower.isBroken) return false;
    throw error;
  } finally {
    await tree.close();
  }
}
