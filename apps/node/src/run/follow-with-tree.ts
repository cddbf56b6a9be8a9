import type { StartOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { Logger } from "../logger.ts";
import type { TreeEvent, TreeThread } from "../proving/tree-thread.ts";
import type { StoreLocation } from "../store/location.ts";

/** Versions that proofs may be behind without being a fault. */
const usualLag = 10_000n;

/** Listeners of a tree that follows the ledger. */
interface TreeEffects {
  readonly setHealth: (change: Partial<NodeHealth>) => void;
  readonly note: (event: TreeEvent) => void;
}

/**
 * Begins to keep the state tree of a ledger, where the options of its node say so.
 *
 * @returns `undefined` where they do not
 */
export async function followWithTree(
  location: StoreLocation,
  { proofs }: Pick<StartOptions, "proofs">,
  log: Logger,
  { setHealth, note }: TreeEffects,
): Promise<TreeThread | undefined> {
  if (proofs !== "on") return undefined;
  const [{ TreeThread }, { reportTree }] = await Promise.all([
    import("../proving/tree-thread.ts"),
    import("../wiring/report-tree.ts"),
  ]);
  const report = reportTree(log);
  let last: string | undefined;
  return new TreeThread({ location }, (event) => {
    report(event);
    note(event);
    const unproved = describeFault(event);
    if (unproved !== last) setHealth({ unproved });
    last = unproved;
  });
}

/** Why proofs do not keep up with the ledger. */
function describeFault(event: TreeEvent): string | undefined {
  if (event.kind === "stalled") return event.reason && `nothing newer is proved: ${event.reason}`;
  if (event.phase !== "grown") return "nothing is proved yet: the state tree is being built";
  const { version, head } = event;
  if (version === undefined || head === undefined || head - version <= usualLag) return undefined;
  return "proofs are more than 10,000 versions behind";
}
