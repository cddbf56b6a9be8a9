import { dirname } from "node:path";
import type { DifferentRoot } from "@ledger/state-store";
import { keepsTree } from "../config/keeps-tree.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import { type Logger, say } from "../logger.ts";
import type { TreeEvent, TreeThread } from "../proving/tree-thread.ts";
import { describeLocation, maskPasswords, type StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";

/** Versions that proofs may be behind without being a fault. */
const usualLag = 10_000n;

/** Listeners of a tree that follows the ledger. */
interface TreeEffects {
  readonly setHealth: (change: Partial<NodeHealth>) => void;
  /** Stops the thread that keeps the ledger. */
  readonly stopIngest: () => void;
  readonly note: (event: TreeEvent) => void;
}

/**
 * Begins to keep the state tree of a ledger, where the options of its node say so.
 *
 * @returns `undefined` where they do not
 */
export async function followWithTree(
  location: StoreLocation,
  options: StartOptions,
  log: Logger,
  { setHealth, stopIngest, note }: TreeEffects,
): Promise<TreeThread | undefined> {
  if (!keepsTree(options)) return undefined;
  if (options.proofs !== "on" && (await isPartial(location))) {
    const text = "roots     not computed: this ledger began lazily, and its node vouches for none";
    say(log, "warn", { message: "state roots not computed", text });
    return undefined;
  }
  const [{ TreeThread }, { reportTree }] = await Promise.all([
    import("../proving/tree-thread.ts"),
    import("../wiring/report-tree.ts"),
  ]);
  const report = reportTree(log, { source: sourceOf(options), place: placeOf(location) });
  let last: string | undefined;
  let hasStopped = false;
  return new TreeThread({ location }, (event) => {
    report(event);
    note(event);
    if (event.kind === "progress" && event.phase === "differs") {
      if (options.onMismatch !== "stop" || hasStopped) return;
      hasStopped = true;
      setHealth({ fault: describeStop(event.root) });
      stopIngest();
      return;
    }
    const unproved = describeFault(event);
    if (unproved !== last) setHealth({ unproved });
    last = unproved;
  });
}

/** The place of a ledger as `db copy` takes it. */
function placeOf(location: StoreLocation): string {
  return location.kind === "sqlite" ? dirname(location.path) : describeLocation(location);
}

async function isPartial(location: StoreLocation): Promise<boolean> {
  const reader = await openReader(location);
  try {
    return (await reader.summary())?.base?.state === "partial";
  } finally {
    await reader.close();
  }
}

/** The places that the records come from, for people. */
function sourceOf({ follow = [], backup }: Pick<StartOptions, "follow" | "backup">): string {
  const places = [...follow.map(maskPasswords), ...(backup === undefined ? [] : [backup])];
  return places.length === 0 ? "this ledger" : places.join(", ");
}

function describeStop({ version }: DifferentRoot): string {
  return `version ${version} claims a state root that its state does not have; the ledger is not followed any further (--on-mismatch stop)`;
}

/** Why proofs do not keep up with the ledger. */
function describeFault(event: TreeEvent): string | undefined {
  if (event.kind === "stalled") return event.reason && `nothing newer is proved: ${event.reason}`;
  if (event.phase !== "grown") return "nothing is proved yet: the state tree is being built";
  const { version, head } = event;
  if (version === undefined || head === undefined || head - version <= usualLag) return undefined;
  return "proofs are more than 10,000 versions behind";
}
