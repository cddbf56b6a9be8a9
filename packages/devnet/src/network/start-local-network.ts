import type { Moment } from "../inputs/numbers.ts";
import { type Mining, toMining } from "../inputs/values.ts";
import { NetworkClock } from "./clock.ts";
import type { CodeReport } from "./code-report.ts";
import { LocalFork, type LocalForkOptions } from "./local-fork.ts";
import { LocalNetwork } from "./local-network.ts";
import { NetworkRules } from "./network-rules.ts";
import { openChain } from "./open-chain.ts";
import { runReport } from "./run-report.ts";
import { unpackState } from "./state-file.ts";

/** How a network begins. */
export interface LocalNetworkOptions {
  /** Gives the network a time of its own: only blocks move it on, so that every run is the same. */
  readonly startTime?: Moment | undefined;
  /** `auto` when absent. */
  readonly mining?: Mining | undefined;
  /** What the keys of {@link LocalNetwork.newAccount} derive from; the same in every run when absent. */
  readonly seed?: string | undefined;
  /** What {@link LocalNetwork.dumpState} gave: the network goes on from there. */
  readonly state?: Uint8Array | undefined;
  /**
   * Told what code runs, and what gas is used; one report may be told of many networks. When absent it is that of the test run, where
   * the reporter of `@ledger/devnet/vitest` keeps one.
   */
  readonly report?: CodeReport | undefined;
  /** Another network's ledger to go on with, in place of one of its own: its state is fetched as it is needed. */
  readonly fork?: LocalForkOptions | undefined;
}

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
  const { startTime, mining = "auto", state, seed = "" } = options;
  const clock = new NetworkClock(startTime);
  const file = state && (await unpackState(state));
  const fork = options.fork && (await LocalFork.open(options.fork));
  const report = options.report ?? runReport();
  const rules = new NetworkRules(clock, report?.coverage.tracer);
  const chain = await openChain(clock, rules, fork, file?.records);
  if (file !== undefined && startTime === undefined && file.nowUsecs > clock.now()) clock.set(file.nowUsecs);
  return new LocalNetwork(chain, clock, { mining: toMining(mining), seed, fork, report });
}
