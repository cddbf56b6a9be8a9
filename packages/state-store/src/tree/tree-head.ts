import { bytes, type Codec, enumeration, option, struct, u64, vector } from "@ledger/bcs";
import { bytesEqual, concatBytes, HashValue, sha3_256 } from "@ledger/types";

/** How far the tree is, once it is whole. */
export interface TreeHead {
  /** Last version of the latest block that is in the tree. */
  readonly version: bigint;
  /** Version as of which the rows of leaves and nodes have everything; later blocks have a row each. */
  readonly settled: bigint;
  /** Oldest version whose state the tree has: at its first block, or pruned since. */
  readonly oldestVersion: bigint;
  /** The accumulator at which the leaves begin that the tree keeps. */
  readonly seed: { readonly leafCount: bigint; readonly roots: readonly HashValue[] };
  /** From here on every block's root was computed and is the one that its record claims; above the version after one that differs. */
  readonly agreesSince: bigint;
  /** The first block whose record claims another root than the state has. */
  readonly differs: DifferentRoot | undefined;
}

/** A root of the state that a record claims, and that its state does not have. */
export interface DifferentRoot {
  /** Last version of the block. */
  readonly version: bigint;
  readonly claimed: HashValue;
  readonly computed: HashValue;
}

/** The tree before the first block of a ledger that begins with genesis. */
export const emptyTreeHead: TreeHead = {
  version: 0n,
  settled: 0n,
  oldestVersion: 0n,
  seed: { leafCount: 0n, roots: [] },
  agreesSince: 0n,
  differs: undefined,
};

/** A tree that is being made of a state while that changes. */
export interface TreeBuild {
  /** Version up to which all that was written is in the leaves, of those that have been read. */
  readonly version: bigint;
  /** Encoded state key to continue from; absent when all of the state has been read. */
  readonly next: Uint8Array | undefined;
}

/** The row that says how far the tree is. */
export type TreeState =
  | { readonly kind: "Whole"; readonly value: TreeHead }
  | { readonly kind: "Building"; readonly value: TreeBuild };

/** BCS of {@link TreeState}. */
const TreeState: Codec<TreeState> = enumeration("TreeState", {
  Whole: struct("TreeHead", {
    version: u64,
    settled: u64,
    oldestVersion: u64,
    seed: struct("AccumulatorSeed", { leafCount: u64, roots: vector(HashValue) }),
    agreesSince: u64,
    differs: option(struct("DifferentRoot", { version: u64, claimed: HashValue, computed: HashValue })),
  }),
  Building: struct("TreeBuild", { version: u64, next: option(bytes) }),
});

/** Nothing else in a tree says what its head says, so a byte of it that flips is found by a hash of it. */
const checkBytes = 8;

/** Bytes of the row that says how far the tree is. */
export function encodeTreeState(state: TreeState): Uint8Array {
  const bytes = TreeState.encode(state);
  return concatBytes(bytes, sha3_256(bytes).subarray(0, checkBytes));
}

/** @throws Error for bytes that are no such row */
export function decodeTreeState(row: Uint8Array): TreeState {
  const end = Math.max(0, row.length - checkBytes);
  const bytes = row.subarray(0, end);
  if (!bytesEqual(row.subarray(end), sha3_256(bytes).subarray(0, checkBytes)))
    throw new Error("its check does not match");
  return TreeState.decode(bytes);
}
