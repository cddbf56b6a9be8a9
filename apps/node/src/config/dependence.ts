import { hasRecordSource, listRecordSources } from "./record-sources.ts";
import type { StartOptions } from "./start-options.ts";

/** A condition for a setting to have an effect. */
export interface Dependence {
  /** For people, as in `needs --fork`. */
  readonly reason: string;
  /** Returns true if the setting has an effect, or if the wanted behaviour holds anyway. */
  readonly isMet: (options: StartOptions) => boolean;
  /** Scripts and images set it for every node: it is a warning where it is typed, and nothing elsewhere. */
  readonly isHarmless?: boolean;
}

const takesRecords = (options: StartOptions): boolean => options.role !== "api" && hasRecordSource(options);

/** Returns true if the options leave it open that the node runs a network of its own: the content of the data folder decides then. */
export const mayBeLocal = (options: StartOptions): boolean => options.role !== "api" && !hasRecordSource(options);

const withRecords = (isMet: Dependence["isMet"] = () => true): Dependence => ({
  reason: `needs ${listRecordSources()}`,
  isMet: (options) => takesRecords(options) || isMet(options),
});

const ofLocalNetwork = (isMet: Dependence["isMet"] = () => false): Dependence => ({
  reason: "has no effect: it is for a local network, and these options start none",
  isMet: (options) => mayBeLocal(options) || isMet(options),
});

const ofKeeper: Dependence = {
  reason: "has no effect with --role api: another node keeps the ledger",
  isMet: ({ role }) => role !== "api",
};

const ofFork: Dependence = { reason: "needs --fork", isMet: ({ fork }) => fork !== undefined };

const ofOnlineFork: Dependence = {
  reason: "needs --fork, without --fork-offline",
  isMet: ({ fork, forkOffline }) => fork !== undefined && forkOffline !== "on",
};

/**
 * Settings that need others. One that has none of its effect is refused where it is typed; where a file or a variable sets it, which may
 * serve other nodes as well, the node warns.
 */
export const dependences: Readonly<Partial<Record<keyof StartOptions, Dependence>>> = {
  // The container image always has a variable for it. A named network's files are looked for in it.
  dataDir: {
    reason: "has no effect with --store, which is where the ledger is kept",
    isMet: ({ store, network }) => store === undefined || network !== undefined,
    isHarmless: true,
  },
  eventRoots: withRecords(({ eventRoots }) => eventRoots === "strict"),
  stateRoots: ofKeeper,
  storePasswordFile: {
    reason: "needs --store or --read-store",
    isMet: ({ store, readStore }) => (store ?? readStore) !== undefined,
  },
  timeWindow: ofKeeper,
  diskBudget: ofKeeper,
  blockInterval: ofLocalNetwork(),
  workload: {
    reason: "has no effect: the demonstration runs on a local network that is no fork",
    isMet: (options) => options.workload === "off" || (mayBeLocal(options) && options.fork === undefined),
  },
  faucetListen: ofLocalNetwork(({ faucetListen }) => faucetListen === "off"),
  indexerListen: ofLocalNetwork(({ indexerListen }) => indexerListen === "off"),
  forkCache: ofFork,
  forkOffline: {
    reason: ofFork.reason,
    isMet: (options) => options.forkOffline === "off" || ofFork.isMet(options),
  },
  forkApiKey: ofOnlineFork,
  forkHeader: ofOnlineFork,
  forkConcurrency: ofOnlineFork,
  forkTimeout: ofOnlineFork,
  forward: {
    reason: "has no effect with --fork: a local network takes transactions and knows its state",
    isMet: ({ fork }) => fork === undefined,
  },
};
