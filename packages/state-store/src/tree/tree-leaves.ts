import { firstWithBit, type HashValue, hashSparseMerkleLeaf } from "@ledger/types";
import { emptySubtree, joinSubtrees, type Subtree } from "./tree-node.ts";

/** A state key hash with the hash of its value. */
export type TreeLeaf = readonly [key: HashValue, valueHash: HashValue];

/** The subtree over neighbouring leaves `[from, to)`, whose keys share their first `depth` bits. */
export function subtreeOf(leaves: readonly TreeLeaf[], from: number, to: number, depth: number): Subtree {
  if (from === to) return emptySubtree;
  if (to - from === 1) return { hash: hashSparseMerkleLeaf(...leaves[from]!), count: 1 };
  const middle = firstWithBit(leaves, from, to, depth);
  return joinSubtrees(subtreeOf(leaves, from, middle, depth + 1), subtreeOf(leaves, middle, to, depth + 1));
}
