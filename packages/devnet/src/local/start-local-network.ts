import {
  developmentAccounts,
  type FeatureChanges,
  type LocalAccount,
  localAccounts,
  ownAccount,
} from "@ledger/local-chain";
import type { FeatureFlag } from "@ledger/vm";
import { type Moment, toAmount } from "../inputs/numbers.ts";
import { toPrivateKey } from "../inputs/sender.ts";
import { expectMembers, type Mining, namesOf, toMining } from "../inputs/values.ts";
import { NetworkClock } from "../network/clock.ts";
import type { CodeReport } from "../network/code-report.ts";
import { LocalFork, type LocalForkOptions } from "../network/local-fork.ts";
import { NetworkRules } from "../network/network-rules.ts";
import { openChain } from "../network/open-chain.ts";
import type { NetworkApiOptions } from "../network/open-endpoints.ts";
import { runReport } from "../network/run-report.ts";
import { unpackState } from "../network/state-file.ts";
import { expectedInput } from "../refusal/network-error.ts";
import { LocalNetwork } from "./local-network.ts";

/** Versions of history that are kept unless another number is given. */
const usualHistory = 100_000;

/** Most accounts that are made at a start. */
const mostAccounts = 1_000;

/** How a network begins. */
export interface LocalNetworkOptions {
  /** Gives the network a time of its own: only blocks move it on, so that every run is the same. */
  readonly startTime?: Moment | undefined;
  /** `auto` when absent. */
  readonly mining?: Mining | undefined;
  /** The seed of the keys of {@link LocalNetwork.newAccount}; the same in every run when absent. */
  readonly seed?: string | undefined;
  /** A result of {@link LocalNetwork.dumpState}: the network continues from there. */
  readonly state?: Uint8Array | undefined;
  /**
   * Receives the code that runs and the gas that is used; networks may share a report. When absent it is that of the test run, where
   * the reporter of `@ledger/devnet/vitest` keeps one.
   */
  readonly report?: CodeReport | undefined;
  /**
   * How many accounts have funds and keys that everybody knows, from 1 to 1,000; ten when absent. Or the Ed25519 keys of accounts of
   * your own in their place: 32 bytes, or hex (`ed25519-priv-0x…` too).
   */
  readonly accounts?: number | readonly (Uint8Array | string)[] | undefined;
  /**
   * What each of these accounts holds, in octas. When absent, a million coins; on a fork, what it holds there. A network that continues from a
   * `state` leaves them as they are.
   */
  readonly balance?: bigint | number | undefined;
  /** From 1 to 255; 4 when absent. A fork has that of its ledger. */
  readonly chainId?: number | undefined;
  /** Feature flags to switch at the start, by the names of their standard list: true for on. */
  readonly features?: FeatureChanges | undefined;
  /** The shape of the API: the page at `/v1/spec`, page sizes, names of headers. */
  readonly api?: NetworkApiOptions | undefined;
  /**
   * How many versions of history are kept; what is older is answered as pruned. 100,000 when absent, and more where a snapshot needs it. A dump of the
   * state has every block, so a network that is to be dumped after that many versions has to keep `all`.
   */
  readonly history?: number | "all" | undefined;
  /** Another network's ledger to go on with, in place of one of its own: its state is fetched as it is needed. */
  readonly fork?: LocalForkOptions | undefined;
}

/** Every member of the options, so that the compiler asks for what is added. */
const known = namesOf<LocalNetworkOptions>({
  ...{ startTime: true, mining: true, seed: true, state: true, report: true, accounts: true, balance: true },
  ...{ chainId: true, features: true, api: true, history: true, fork: true },
});
const knownOfForks = namesOf<LocalForkOptions>({
  ...{ url: true, version: true, cache: true, offline: true, apiKey: true, headers: true },
  ...{ concurrency: true, timeout: true, onWaiting: true, fetch: true },
});

/**
 * Starts a network inside this process, in memory: the real framework, blocks, an API, a faucet.
 *
 * @throws ForkError when there is no such ledger to fork
 * @throws StateFileError for a `state` that is none
 * @throws LocalNetworkError `invalid_input` for another option that is none
 * @example
 * ```ts
 * await using net = await startLocalNetwork();
 * await net.fund("0xa11ce", 100_000_000n);
 * const answer = await net.fetch(`${net.url}/accounts/0xa11ce/balance/0x1::aptos_coin::AptosCoin`);
 * ```
 */
export async function startLocalNetwork(options: LocalNetworkOptions = {}): Promise<LocalNetwork> {
  expectMembers(options, known);
  if (options.fork !== undefined) expectMembers(options.fork, knownOfForks);
  const { startTime, mining = "auto", state, seed = "", api } = options;
  const accounts = knownAccounts(options);
  const chainId = chainIdOf(options);
  const clock = new NetworkClock(startTime);
  const file = state && (await unpackState(state));
  const fork = options.fork && (await LocalFork.open(options.fork));
  const report = options.report ?? runReport();
  const rules = new NetworkRules(clock, report && (() => report.follow()));
  const chain = await openChain(clock, rules, fork, file?.records, chainId);
  if (file !== undefined && startTime === undefined && file.nowUsecs > clock.now()) clock.set(file.nowUsecs);
  const net = new LocalNetwork(chain, clock, {
    ...{ accounts, api, seed, fork, report },
    mining: toMining(mining),
    history: versionsOf(options),
  });
  for (const [name, isOn] of Object.entries(options.features ?? {})) await net.setFeature(name as FeatureFlag, isOn);
  if (file === undefined) await fundAccounts(net, options.balance !== undefined);
  return net;
}

function versionsOf({ history = usualHistory }: LocalNetworkOptions): number | undefined {
  if (history === "all") return undefined;
  if (!Number.isSafeInteger(history) || history < 1)
    throw expectedInput("a number of versions from 1 on, or all", history);
  return history;
}

/** The accounts with funds, and what each is to hold. */
function knownAccounts({ accounts = localAccounts.length, balance }: LocalNetworkOptions): readonly LocalAccount[] {
  const count = typeof accounts === "number" ? accounts : accounts.length;
  if (!Number.isInteger(count) || count < 1 || count > mostAccounts)
    throw expectedInput(`a number of accounts from 1 to ${mostAccounts}`, count);
  const octas = balance === undefined ? localAccounts[0]!.balance : toAmount(balance);
  if (typeof accounts !== "number")
    return accounts.map((key, index) => ownAccount(`account${index + 1}`, toPrivateKey(key), octas));
  return developmentAccounts(accounts, octas).map((known) =>
    known.balance === octas ? known : { ...known, balance: octas },
  );
}

function chainIdOf({ chainId, fork }: LocalNetworkOptions): number | undefined {
  if (chainId === undefined) return undefined;
  if (!Number.isInteger(chainId) || chainId < 1 || chainId > 255)
    throw expectedInput("a chain id from 1 to 255", chainId);
  if (fork !== undefined) throw expectedInput("no chain id for a fork, which has that of its ledger", chainId);
  return chainId;
}

/** Gives accounts what the genesis has not given them. A fork has a ledger that others know, so there it has to be asked for. */
async function fundAccounts(net: LocalNetwork, isAsked: boolean): Promise<void> {
  const isFork = net.forkPoint !== undefined;
  if (isFork && !isAsked) return;
  for (const [index, { address, balance, isOwn }] of net.accounts.entries())
    if (isFork || isOwn || localAccounts[index]?.balance !== balance) await net.setBalance(address, balance);
}
