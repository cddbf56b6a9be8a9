import type { NodeFacts } from "@ledger/api-core";
import { indexedGroups } from "../config/index-options.ts";
import { localWindows, pruneWindows } from "../config/retention-options.ts";
import type { ServingOptions } from "../config/start-options.ts";
import type { StoreLocation } from "../store/location.ts";

/** The facts that a node tells of itself. A node that only serves does not know how its ledger is kept and checked. */
export function nodeFacts(options: ServingOptions, location: StoreLocation, isLocalNetwork: boolean): NodeFacts {
  const { role, eventRoots, proofs, execute, fork } = options;
  const isWhole = isLocalNetwork && fork === undefined;
  const { stateRoots = isWhole ? "every_block" : "off" } = options;
  const { versions, ledgerVersions, timeUsecs, diskBytes } = pruneWindows(
    options,
    isWhole ? localWindows[location.kind] : {},
  );
  const facts = { store: location.kind, role, isLocalNetwork, index: indexedGroups(options, false) };
  if (role === "api") return facts;
  return {
    ...facts,
    window: { stateVersions: versions, ledgerVersions, timeUsecs, diskBytes },
    checks: { eventRoots, stateRoots, proofs, execute },
  };
}
