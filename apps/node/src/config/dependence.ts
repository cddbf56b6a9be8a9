import type { Command, Option } from "commander";
import { keepsTree } from "./keeps-tree.ts";
import { hasRecordSource, listRecordSources } from "./record-sources.ts";
import { describePlace, originOf, refuseSetting, settingsOf } from "./settings.ts";
import type { StartOptions } from "./start-options.ts";

/** A condition for a setting to have an effect. */
interface Dependence {
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

const ofExecution = (isMet: Dependence["isMet"] = () => false): Dependence => ({
  reason: "needs --execute",
  isMet: (options) => options.execute !== "off" || isMet(options),
});

const ofFork: Dependence = { reason: "needs --fork", isMet: ({ fork }) => fork !== undefined };

const ofOwnNetwork: Dependence = {
  reason: "has no effect: it is for the genesis of a local network, and these options start none",
  isMet: (options) => mayBeLocal(options) && options.fork === undefined,
};

const ofOnlineFork: Dependence = {
  reason: "needs --fork, without --fork-offline",
  isMet: ({ fork, forkOffline }) => fork !== undefined && forkOffline !== "on",
};

/**
 * Settings that need others. One that has none of its effect is refused where it is typed; where a file or a variable sets it, which may
 * serve other nodes as well, the node warns.
 */
const dependences: Readonly<Partial<Record<keyof StartOptions, Dependence>>> = {
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
  proofs: { reason: ofKeeper.reason, isMet: (options) => options.proofs === "off" || ofKeeper.isMet(options) },
  execute: { reason: ofKeeper.reason, isMet: (options) => options.execute === "off" || ofKeeper.isMet(options) },
  onMismatch: {
    reason: "needs --execute, or --proofs on",
    isMet: (options) => options.onMismatch === "report" || keepsTree(options) || options.execute !== "off",
  },
  executeThreads: ofExecution(({ executeThreads }) => executeThreads === 1),
  executeExcept: ofExecution(),
  timeWindow: ofKeeper,
  diskBudget: ofKeeper,
  blockInterval: ofLocalNetwork(),
  workload: {
    reason: "has no effect: the demonstration runs on a local network that is no fork",
    isMet: (options) => options.workload === "off" || (mayBeLocal(options) && options.fork === undefined),
  },
  faucetListen: ofLocalNetwork(({ faucetListen }) => faucetListen === "off"),
  indexerListen: ofLocalNetwork(({ indexerListen }) => indexerListen === "off"),
  chainId: ofOwnNetwork,
  accounts: ofLocalNetwork(),
  mnemonic: ofLocalNetwork(),
  privateKey: ofLocalNetwork(),
  feature: ofOwnNetwork,
  noFeature: ofOwnNetwork,
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

/**
 * Ends a command that has a flag without effect.
 *
 * @returns the other settings that have no effect: for people, with the places where they are set
 */
export function refuseIdle(action: Command): readonly string[] {
  const idle = findIdle(action, action.opts());
  for (const { option, reason, isHarmless } of idle) {
    const name = option.attributeName();
    if (!isHarmless && action.getOptionValueSource(name) === "cli") refuseSetting(action, name, `${reason}.`);
  }
  return describe(action, idle);
}

/** Lists the settings that would have no effect if the store held another network's ledger: for people, with the places where they are set. */
export function describeIdleOnOtherLedger(command: Command): readonly string[] {
  const options = command.opts<StartOptions>();
  if (!mayBeLocal(options)) return [];
  const reason = "has no effect: the store holds another network's ledger";
  const idleAnyway = new Set(findIdle(command, options).map(({ option }) => option));
  // Nothing in the options says so: only what the store holds.
  const idle = findIdle(command, { ...options, follow: [] }).filter(({ option }) => !idleAnyway.has(option));
  return describe(
    command,
    idle.map(({ option }) => ({ option, reason })),
  );
}

interface IdleSetting {
  readonly option: Option;
  readonly reason: string;
  readonly isHarmless: boolean;
}

function describe(command: Command, idle: readonly Pick<IdleSetting, "option" | "reason">[]): readonly string[] {
  return idle.map(({ option, reason }) => `${describePlace(command, option)}: ${reason}`);
}

/** The settings of a command that have no effect with some options, see {@link dependences}. */
function findIdle(command: Command, options: StartOptions): readonly IdleSetting[] {
  const idle = settingsOf(command).flatMap((option) => {
    const dependence = dependences[option.attributeName() as keyof StartOptions];
    return dependence === undefined || dependence.isMet(options) ? [] : { option, isHarmless: false, ...dependence };
  });
  return idle.filter(({ option, isHarmless }) => {
    const { kind } = originOf(command, option);
    return kind === "flag" || (kind !== "default" && !isHarmless);
  });
}
