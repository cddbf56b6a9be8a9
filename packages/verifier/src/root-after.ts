import { AccumulatorFrontier, type HashValue, hashTransactionInfo } from "@ledger/types";
import type { ProvedInfo } from "./answer.ts";

/**
 * Root of the transaction accumulator right after a version, from the proof that the version is in a later ledger: siblings to the left are
 * the full subtrees of all versions before it. The same proof shows that the later ledger continues from this root.
 *
 * @param info - verified, see {@link verifyInfo}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#8 | Specification, chain types 8}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function accumulatorRootAfter({ siblings, transactionInfo }: ProvedInfo, version: bigint): HashValue {
  const left = siblings.filter((_, level) => ((version >> BigInt(level)) & 1n) === 1n);
  const frontier = new AccumulatorFrontier("TransactionAccumulator", { leafCount: version, roots: left.reverse() });
  frontier.append(hashTransactionInfo(transactionInfo));
  return frontier.root();
}
