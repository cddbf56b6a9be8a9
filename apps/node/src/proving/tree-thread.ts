import { type FollowerEvent, ThreadFollower } from "../following/thread-follower.ts";
import type { TreeReport, TreeSettings } from "./protocol.ts";

/** Reports of the state tree that follows a ledger. */
export type TreeEvent = FollowerEvent<TreeReport>;

/** Two slices of changed leaves and the nodes at hand are bounded; a block of a hostile source is as large as it may be. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

/** Keeps the state tree of a ledger in a thread. */
export class TreeThread extends ThreadFollower<TreeReport> {
  /** Begins. @param onEvent - receives every report, in order */
  constructor(settings: TreeSettings, onEvent: (event: TreeEvent) => void) {
    super(
      { program: new URL("./tree-worker.js", import.meta.url), name: "state tree", settings, resourceLimits },
      onEvent,
    );
  }
}
