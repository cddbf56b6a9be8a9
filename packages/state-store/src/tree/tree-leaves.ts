import { bitAt, firstWithBit, type HashValue, hashSparseMerkleLeaf, type SparseMerkleProof } from "@ledger/types";
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

/**
 * Follows the path of a key through a subtree of leaves.
 *
 * @param depth - of the subtree's root, in bits
 * @param siblings - of the path so far; those below are added
 */
export function proveInLeaves(
  leaves: readonly TreeLeaf[],
  key: HashValue,
  depth: number,
  siblings: HashValue[],
): SparseMerkleProof {
  let from = 0;
  let to = leaves.length;
  for (let bit = depth; to - from > 1; bit++) {
    const middle = firstWithBit(leaves, from, to, bit);
    if (bitAt(key, bit)) {
      siblings.push(subtreeOf(leaves, from, middle, bit + 1).hash);
      from = middle;
    } else {
      siblings.push(subtreeOf(leaves, middle, to, bit + 1).hash);
      to = middle;
    }
  }
  const leaf = leaves[from];
  return { leaf: from === to || leaf === undefined ? undefined : { key: leaf[0], valueHash: leaf[1] }, siblings };
}
