import { type Codec, option, struct, u64, vector } from "@ledger/bcs";
import { HashValue } from "../hash-value.ts";

/** Shows that one leaf is at its index. Siblings from the leaf to the root, at most 63. */
export interface AccumulatorProof {
  readonly siblings: readonly HashValue[];
}

/** BCS of {@link AccumulatorProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const AccumulatorProof: Codec<AccumulatorProof> = struct("AccumulatorProof", {
  siblings: vector(HashValue),
});

/** Shows that consecutive leaves are at their indices. Siblings from the leaves to the root. */
export interface AccumulatorRangeProof {
  readonly leftSiblings: readonly HashValue[];
  /** Placeholders are listed. */
  readonly rightSiblings: readonly HashValue[];
}

/** BCS of {@link AccumulatorRangeProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const AccumulatorRangeProof: Codec<AccumulatorRangeProof> = struct("AccumulatorRangeProof", {
  leftSiblings: vector(HashValue),
  rightSiblings: vector(HashValue),
});

/** Shows that an accumulator continues an earlier one: the full subtrees in between, left to right. */
export interface AccumulatorConsistencyProof {
  readonly subtrees: readonly HashValue[];
}

/** BCS of {@link AccumulatorConsistencyProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const AccumulatorConsistencyProof: Codec<AccumulatorConsistencyProof> = struct("AccumulatorConsistencyProof", {
  subtrees: vector(HashValue),
});

/** The growing edge of the transaction accumulator with its root. */
export interface TransactionAccumulatorSummary {
  /** Roots of the full subtrees, the largest first. */
  readonly frozenSubtreeRoots: readonly HashValue[];
  readonly leafCount: bigint;
  readonly rootHash: HashValue;
}

/** BCS of {@link TransactionAccumulatorSummary}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#8 | Specification, chain types 8} */
export const TransactionAccumulatorSummary: Codec<TransactionAccumulatorSummary> = struct(
  "TransactionAccumulatorSummary",
  { frozenSubtreeRoots: vector(HashValue), leafCount: u64, rootHash: HashValue },
);

/** A leaf of the state tree. */
export interface SparseMerkleLeaf {
  /** State key hash. */
  readonly key: HashValue;
  readonly valueHash: HashValue;
}

/** BCS of {@link SparseMerkleLeaf}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const SparseMerkleLeaf: Codec<SparseMerkleLeaf> = struct("SparseMerkleLeafNode", {
  key: HashValue,
  valueHash: HashValue,
});

/** Shows what the state tree has under a key, or that it has nothing. */
export interface SparseMerkleProof {
  /** The leaf where the path of the key ends: its own, another one, or none. */
  readonly leaf: SparseMerkleLeaf | undefined;
  /** From the root to the leaf, at most 256. */
  readonly siblings: readonly HashValue[];
}

/** BCS of {@link SparseMerkleProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const SparseMerkleProof: Codec<SparseMerkleProof> = struct("SparseMerkleProof", {
  leaf: option(SparseMerkleLeaf),
  siblings: vector(HashValue),
});

/** Shows that the leaves up to a known rightmost one are complete. Right siblings of its path, from the leaf to the root. */
export interface SparseMerkleRangeProof {
  readonly rightSiblings: readonly HashValue[];
}

/** BCS of {@link SparseMerkleRangeProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const SparseMerkleRangeProof: Codec<SparseMerkleRangeProof> = struct("SparseMerkleRangeProof", {
  rightSiblings: vector(HashValue),
});
