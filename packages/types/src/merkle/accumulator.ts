import type { HashValue } from "../hash-value.ts";
import { hashPairInDomain } from "../hashing/domain.ts";
import { accumulatorPlaceholderHash } from "../hashing/literal-hash.ts";

/** Which accumulator: both have the same shape, their inner nodes are hashed in different domains. */
export type AccumulatorDomain = "TransactionAccumulator" | "EventAccumulator";

/**
 * Root of the accumulator over a complete list of leaves: event hashes of one transaction by index, or
 * transaction-info hashes by version.
 *
 * @returns the placeholder for no leaves, the leaf itself for one
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#8 | Specification, chain types 8}
 */
export function accumulatorRoot(domain: AccumulatorDomain, leaves: readonly HashValue[]): HashValue {
  let level = leaves;
  while (level.length > 1) level = parentLevel(domain, level);
  return level[0] ?? accumulatorPlaceholderHash;
}

/** Pairs neighbours; an odd last node is paired with the placeholder. */
export function parentLevel(domain: AccumulatorDomain, nodes: readonly HashValue[]): HashValue[] {
  const parents: HashValue[] = [];
  for (let i = 0; i < nodes.length; i += 2) {
    parents.push(hashPairInDomain(domain, nodes[i]!, nodes[i + 1] ?? accumulatorPlaceholderHash));
  }
  return parents;
}
