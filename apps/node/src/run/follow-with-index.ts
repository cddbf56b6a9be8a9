import type { StartOptions } from "../config/start-options.ts";
import type { IndexEvent, IndexFollower } from "../indexing/index-follower.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";

/**
 * Begins to keep the index of a ledger's tables, where the options of its node say so.
 *
 * @returns `undefined` where they do not
 */
export async function followWithIndex(
  location: StoreLocation,
  { index: groups }: Pick<StartOptions, "index">,
  log: Logger,
  note: (event: IndexEvent) => void,
): Promise<IndexFollower | undefined> {
  if (groups.length === 0) return undefined;
  const [{ IndexFollower }, { reportIndex }] = await Promise.all([
    import("../indexing/index-follower.ts"),
    import("../wiring/report-index.ts"),
  ]);
  const report = reportIndex(log);
  return new IndexFollower({ location, groups }, (event) => {
    report(event);
    note(event);
  });
}
