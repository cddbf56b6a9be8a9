import type { LedgerRecord } from "@ledger/types";
import type { NetworkClock } from "./clock.ts";
import type { LocalFork } from "./local-fork.ts";
import { NetworkChain } from "./network-chain.ts";
import type { NetworkRules } from "./network-rules.ts";

/**
 * Begins the chain of a network.
 *
 * @param history - the blocks that it continues
 * @param chainId - of a network that is no fork; that of local networks when absent
 */
export function openChain(
  clock: NetworkClock,
  rules: NetworkRules,
  fork: LocalFork | undefined,
  history: readonly LedgerRecord[] | undefined,
  chainId: number | undefined,
): Promise<NetworkChain> {
  return fork === undefined
    ? NetworkChain.begin(clock, rules, history, chainId)
    : NetworkChain.fork(clock, rules, fork.source, history);
}
