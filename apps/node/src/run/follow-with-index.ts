import type { NodeStatus } from "../admin/node-status.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { IndexEvent, IndexFollower } from "../indexing/index-follower.ts";
import type { IndexSettings } from "../indexing/protocol.ts";
import { soonIndexed } from "../indexing/protocol.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";

/** Receivers of what the index reports. */
export interface IndexListeners {
  readonly setHealth: (change: Pick<NodeHealth, "index">) => void;
  /** The status that metrics are made from; absent where there are none. */
  readonly status: NodeStatus | undefined;
}

/**
 * Begins to keep the index of a ledger's tables.
 *
 * @returns `undefined` where no group of them is wanted
 */
export async function followWithIndex(
  location: StoreLocation,
  { groups, newestFirst }: Pick<IndexSettings, "groups" | "newestFirst">,
  log: Logger,
  { setHealth, status }: IndexListeners,
): Promise<IndexFollower | undefined> {
  if (groups.length === 0) return undefined;
  const [{ IndexFollower }, { reportIndex }] = await Promise.all([
    import("../indexing/index-follower.ts"),
    import("../wiring/report-index.ts"),
  ]);
  const report = reportIndex(log, newestFirst);
  let described: string | undefined;
  return new IndexFollower({ location, groups, newestFirst }, (event) => {
    report(event);
    status?.noteIndex(event);
    const text = describeIndex(event);
    if (text !== described) setHealth({ index: text });
    described = text;
  });
}

/** The state of an index as the health check shows it: whole percents, because each change goes to every serving process. */
export function describeIndex(event: IndexEvent): string | undefined {
  if (event.kind === "stalled") return event.reason === undefined ? undefined : `stalled: ${event.reason}`;
  const { next, head, since, phase } = event;
  if (phase === "done" || head - next < soonIndexed) return undefined;
  const done = phase === "state" ? "reading the state" : `${(100n * next) / (head + 1n)} %`;
  return `building: ${done}${since === undefined ? "" : `; history before version ${since} is not covered yet`}`;
}
