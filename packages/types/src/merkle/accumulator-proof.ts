import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { hashPairInDomain } from "../hashing/domain.ts";
import { accumulatorPlaceholderHash } from "../hashing/literal-hash.ts";
import { bytesEqual } from "../text/bytes.ts";
import { type AccumulatorDomain, parentLevel } from "./accumulator.ts";
import { AccumulatorFrontier, subtreeLevels } from "./accumulator-frontier.ts";
import type { AccumulatorConsistencyProof, AccumulatorProof, AccumulatorRangeProof } from "./proofs.ts";

/** Levels of the largest possible accumulator, and so the most siblings on one side of a proof. */
const maxSiblings = 63;

/**
 * Proves that `leaves[index]` is where it is.
 *
 * @throws {@link TypesError} `out_of_range` when there is no such leaf
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function proveAccumulatorLeaf(
  domain: AccumulatorDomain,
  leaves: readonly HashValue[],
  index: number,
): AccumulatorProof {
  const { leftSiblings, rightSiblings } = proveAccumulatorRange(domain, leaves, index, 1);
  // A range of one node takes one sibling per level: from the left where the index is odd there, else from the right.
  let left = 0;
  let right = 0;
  const siblings: HashValue[] = [];
  for (let position = index; siblings.length < leftSiblings.length + rightSiblings.length; position >>>= 1) {
    siblings.push((position & 1) === 1 ? leftSiblings[left++]! : rightSiblings[right++]!);
  }
  return { siblings };
}

/**
 * Proves that consecutive leaves are where they are.
 *
 * @param first - index of the first leaf of the range
 * @param count - leaves in the range, at least 1
 * @throws {@link TypesError} `out_of_range` when the range is empty or not inside the leaves
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function proveAccumulatorRange(
  domain: AccumulatorDomain,
  leaves: readonly HashValue[],
  first: number,
  count: number,
): AccumulatorRangeProof {
  if (
    !(Number.isInteger(first) && Number.isInteger(count) && first >= 0 && count >= 1 && first + count <= leaves.length)
  ) {
    throw new TypesError(
      "out_of_range",
      `cannot prove ${count} leaves from index ${first}: there are ${leaves.length} leaves`,
    );
  }
  const leftSiblings: HashValue[] = [];
  const rightSiblings: HashValue[] = [];
  let from = first;
  let to = first + count - 1;
  for (let level = leaves; level.length > 1; level = parentLevel(domain, level)) {
    if ((from & 1) === 1) leftSiblings.push(level[from - 1]!);
    if ((to & 1) === 0) rightSiblings.push(level[to + 1] ?? accumulatorPlaceholderHash);
    from >>>= 1;
    to >>>= 1;
  }
  return { leftSiblings, rightSiblings };
}

/**
 * Proves that the accumulator over all `leaves` continues the one over the first `oldCount` of them.
 *
 * @throws {@link TypesError} `out_of_range` when there are fewer leaves than `oldCount`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function proveAccumulatorConsistency(
  domain: AccumulatorDomain,
  leaves: readonly HashValue[],
  oldCount: number,
): AccumulatorConsistencyProof {
  if (!(Number.isInteger(oldCount) && oldCount >= 0 && oldCount <= leaves.length)) {
    throw new TypesError("out_of_range", `cannot start at ${oldCount} leaves: there are ${leaves.length}`);
  }
  const subtrees: HashValue[] = [];
  let start = oldCount;
  for (const level of subtreeLevels(BigInt(oldCount), BigInt(leaves.length)) ?? []) {
    const end = start + 2 ** Number(level);
    let nodes = leaves.slice(start, end);
    while (nodes.length > 1) nodes = parentLevel(domain, nodes);
    subtrees.push(nodes[0]!);
    start = end;
  }
  return { subtrees };
}

/**
 * True if `proof` shows that `leaf` is at `index` in the accumulator with this root.
 *
 * Stricter than folding alone: an index beyond the height of the proof is refused.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifyAccumulatorProof(
  domain: AccumulatorDomain,
  proof: AccumulatorProof,
  root: HashValue,
  index: bigint,
  leaf: HashValue,
): boolean {
  if (proof.siblings.length > maxSiblings || index < 0n) return false;
  let node = leaf;
  let position = index;
  for (const sibling of proof.siblings) {
    node = (position & 1n) === 0n ? hashPairInDomain(domain, node, sibling) : hashPairInDomain(domain, sibling, node);
    position >>= 1n;
  }
  return position === 0n && bytesEqual(node, root);
}

/**
 * True if `proof` shows that `leaves` are from index `first` on in the accumulator with this root. An empty range
 * proves nothing and needs nothing.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifyAccumulatorRangeProof(
  domain: AccumulatorDomain,
  proof: AccumulatorRangeProof,
  root: HashValue,
  first: bigint,
  leaves: readonly HashValue[],
): boolean {
  const { leftSiblings, rightSiblings } = proof;
  if (leaves.length === 0) return leftSiblings.length === 0 && rightSiblings.length === 0;
  if (leftSiblings.length > maxSiblings || rightSiblings.length > maxSiblings || first < 0n) return false;
  let nodes = leaves;
  let position = first;
  let left = 0;
  let right = 0;
  while (nodes.length > 1 || left < leftSiblings.length || right < rightSiblings.length) {
    const level = [...nodes];
    if ((position & 1n) === 1n) {
      const sibling = leftSiblings[left++];
      if (sibling === undefined) return false;
      level.unshift(sibling);
    }
    if (level.length % 2 === 1) {
      const sibling = rightSiblings[right++];
      if (sibling === undefined) return false;
      level.push(sibling);
    }
    nodes = parentLevel(domain, level);
    position >>= 1n;
  }
  return position === 0n && bytesEqual(nodes[0]!, root);
}

/**
 * The accumulator before the first leaf of a range: where a follower continues that starts above version 0.
 *
 * @param proof - a range proof that has been verified for a range that starts at `first`
 * @throws {@link TypesError} `invalid_accumulator` when the proof does not start there
 */
export function frontierBeforeRange(
  domain: AccumulatorDomain,
  proof: AccumulatorRangeProof,
  first: bigint,
): AccumulatorFrontier {
  return new AccumulatorFrontier(domain, { leafCount: first, roots: [...proof.leftSiblings].reverse() });
}

/**
 * Follows a consistency proof from a trusted accumulator to a later one.
 *
 * @param root - root that the later accumulator must have
 * @returns the later accumulator; `undefined` when the proof does not lead to that root
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function extendAccumulator(
  frontier: AccumulatorFrontier,
  proof: AccumulatorConsistencyProof,
  leafCount: bigint,
  root: HashValue,
): AccumulatorFrontier | undefined {
  if (subtreeLevels(frontier.leafCount, leafCount)?.length !== proof.subtrees.length) return undefined;
  const extended = frontier.clone();
  extended.appendSubtrees(proof.subtrees, leafCount);
  return bytesEqual(extended.root(), root) ? extended : undefined;
}
