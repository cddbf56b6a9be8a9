import { keepsTree, type TreeOptions } from "./keeps-tree.ts";
import type { Need } from "./option.ts";
import { hasRecordSource, listRecordSources, type RecordSources } from "./record-sources.ts";

/** The options by which a node is one that keeps a ledger, and the ledger one of its own. */
export interface KindOptions extends RecordSources {
  readonly role?: "full" | "api" | undefined;
  readonly fork?: string | undefined;
}

/** Returns true if the options leave it open that the node runs a network of its own: the content of the data folder decides then. */
export const mayBeLocal = (options: KindOptions): boolean => options.role !== "api" && !hasRecordSource(options);

/** Returns true if the network that the options start with an empty folder is this node's own, and no fork. */
export const isLocal = (options: KindOptions): boolean => mayBeLocal(options) && options.fork === undefined;

/** Records that come from another node or a file. */
export const ofRecords: Need<KindOptions> = {
  reason: `needs ${listRecordSources()}`,
  isMet: (options) => options.role !== "api" && hasRecordSource(options),
};

/** A ledger that is kept here. */
export const ofKeeper: Need<KindOptions> = {
  reason: "has no effect with --role api: another node keeps the ledger",
  isMet: ({ role }) => role !== "api",
};

/** A local network, or a fork. */
export const ofLocalNetwork: Need<KindOptions> = {
  reason: "has no effect: it is for a local network, and these options start none",
  isMet: mayBeLocal,
};

/** The genesis of a local network. */
export const ofOwnGenesis: Need<KindOptions> = {
  reason: "has no effect: it is for the genesis of a local network, and these options start none",
  isMet: isLocal,
};

/** The demonstration. */
export const ofWorkload: Need<KindOptions> = {
  reason: "has no effect: the demonstration runs on a local network that is no fork",
  isMet: isLocal,
};

/** Execution of what is kept. */
export const ofExecution: Need<TreeOptions> = { reason: "needs --execute", isMet: ({ execute }) => execute !== "off" };

/** Comparison of outcomes, or of state roots, with the records. */
export const ofComparison: Need<TreeOptions> = {
  reason: "needs --execute, or --proofs on",
  isMet: (options) => keepsTree(options) || options.execute !== "off",
};

/** A fork that asks another node. */
export const ofOnlineFork: Need<KindOptions & { readonly forkOffline?: "on" | "off" | undefined }> = {
  reason: "needs --fork, without --fork-offline",
  isMet: ({ fork, forkOffline }) => fork !== undefined && forkOffline !== "on",
};
