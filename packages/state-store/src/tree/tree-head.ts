import { bytes, type Codec, enumeration, option, struct, u64, vector } from "@ledger/bcs";
import { HashValue } from "@ledger/types";

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
}

/** A tree that is being made of a whole state at one version. */
export interface TreeBuild {
  readonly version: bigint;
  /** Encoded state key to continue from; absent when all leaves are there. */
  readonly next: Uint8Array | undefined;
}

/** The row that says how far the tree is. */
export type TreeState =
  | { readonly kind: "Whole"; readonly value: TreeHead }
  | { readonly kind: "Building"; readonly value: TreeBuild };

/** BCS of {@link TreeState}. */
export const TreeState: Codec<TreeState> = enumeration("TreeState", {
  Whole: struct("TreeHead", {
    version: u64,
    settled: u64,
    oldestVersion: u64,
    seed: struct("AccumulatorSeed", { leafCount: u64, roots: vector(HashValue) }),
  }),
  Building: struct("TreeBuild", { version: u64, next: option(bytes) }),
});
