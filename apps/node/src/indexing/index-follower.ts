import { type FollowerEvent, ThreadFollower } from "../following/thread-follower.ts";
import type { IndexReport, IndexSettings } from "./protocol.ts";

/** Reports of the index that follows a ledger. */
export type IndexEvent = FollowerEvent<IndexReport>;

/** Hostile code must not make the thread take more than this; what it remembers of rows and code is bounded below. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** Keeps the index of a ledger's tables in a thread. */
export class IndexFollower extends ThreadFollower<IndexReport> {
  /** Begins. @param onEvent - receives every report, in order */
  constructor(settings: IndexSettings, onEvent: (event: IndexEvent) => void) {
    super({ program: new URL("./index-worker.js", import.meta.url), name: "index", settings, resourceLimits }, onEvent);
  }
}
