import type { IndexEvent, IndexFollower } from "../indexing/index-follower.ts";
import type { IndexSettings } from "../indexing/protocol.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";

/**
 * Begins to keep the index of a ledger's tables.
 *
 * @returns `undefined` where no group of them is wanted
 */
export async function followWithIndex(
  location: StoreLocation,
  { groups, newestFirst }: Pick<IndexSettings, "groups" | "newestFirst">,
  log: Logger,
  note: (event: IndexEvent) => void,
): Promise<IndexFollower | undefined> {
  if (groups.length === 0) return undefined;
  const [{ IndexFollower }, { reportIndex }] = await Promise.all([
    import("../indexing/index-follower.ts"),
    import("../wiring/report-index.ts"),
  ]);
  const report = reportIndex(log, newestFirst);
  return new IndexFollower({ location, groups, newestFirst }, (event) => {
    report(event);
    note(event);
  });
}
