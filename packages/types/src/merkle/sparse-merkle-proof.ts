import type { HashValue } from "../hash-value.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { bytesEqual, compareBytes } from "../text/bytes.ts";
import type { SparseMerkleProof, SparseMerkleRangeProof } from "./proofs.ts";
import {
  bitAt,
  commonBits,
  hashSparseMerkleLeaf,
  hashSparseMerkleNode,
  keyBits,
  type SparseMerkleEntry,
} from "./sparse-merkle.ts";
import { SparseMerkleTree } from "./sparse-merkle-tree.ts";

/**
 * True if `proof` shows that the state tree with this root has exactly this value under a key.
 *
 * @param valueHash - hash of the value; `undefined` to verify that the key is absent
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifySparseMerkleProof(
  proof: SparseMerkleProof,
  root: HashValue,
  key: HashValue,
  valueHash: HashValue | undefined,
): boolean {
  const { leaf, siblings } = proof;
  if (siblings.length > keyBits) return false;
  if (valueHash !== undefined) {
    if (leaf === undefined || !bytesEqual(leaf.key, key) || !bytesEqual(leaf.valueHash, valueHash)) return false;
  } else if (leaf !== undefined) {
    // Another leaf alone in the subtree where the key would be. It has to be in that subtree.
    if (bytesEqual(leaf.key, key) || commonBits(leaf.key, key) < siblings.length) return false;
  }
  let node = leaf === undefined ? sparseMerklePlaceholderHash : hashSparseMerkleLeaf(leaf.key, leaf.valueHash);
  for (let depth = siblings.length - 1; depth >= 0; depth--) {
    const sibling = siblings[depth]!;
    node = bitAt(key, depth) ? hashSparseMerkleNode(sibling, node) : hashSparseMerkleNode(node, sibling);
  }
  return bytesEqual(node, root);
}

/**
 * True if `proof` shows that `entries` are all keys of the state tree with this root up to the last of them.
 *
 * @param entries - strictly ascending by key, at least one
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifySparseMerkleRangeProof(
  proof: SparseMerkleRangeProof,
  root: HashValue,
  entries: readonly SparseMerkleEntry[],
): boolean {
  for (let i = 1; i < entries.length; i++) {
    if (compareBytes(entries[i - 1]![0], entries[i]![0]) >= 0) return false;
  }
  const rightmost = entries.at(-1);
  if (rightmost === undefined || proof.rightSiblings.length > keyBits) return false;
  const known = new SparseMerkleTree();
  known.update(entries);
  return verifySparseMerkleRange(proof, root, known, rightmost);
}

/**
 * The same check against a tree that already holds the known entries: what a restore asks after each chunk.
 *
 * @param known - all entries received so far and no others
 * @param rightmost - the greatest of them
 */
export function verifySparseMerkleRange(
  proof: SparseMerkleRangeProof,
  root: HashValue,
  known: SparseMerkleTree,
  [key, valueHash]: SparseMerkleEntry,
): boolean {
  const { rightSiblings } = proof;
  const { leaf, siblings: knownSiblings } = known.prove(key);
  if (leaf === undefined || !bytesEqual(leaf.key, key) || !bytesEqual(leaf.valueHash, valueHash)) return false;
  const depth = leafDepth(key, knownSiblings.length, rightSiblings.length);
  if (depth === undefined) return false;
  let node = hashSparseMerkleLeaf(key, valueHash);
  let right = 0;
  for (let level = depth - 1; level >= 0; level--) {
    const knownSibling = knownSiblings[level] ?? sparseMerklePlaceholderHash;
    if (bitAt(key, level)) {
      node = hashSparseMerkleNode(knownSibling, node);
    } else {
      // Nothing known may be to the right of the greatest known key.
      if (!bytesEqual(knownSibling, sparseMerklePlaceholderHash)) return false;
      node = hashSparseMerkleNode(node, rightSiblings[right++]!);
    }
  }
  return bytesEqual(node, root);
}

/**
 * Depth of the rightmost known leaf in the whole tree: deep enough to stand apart from its left neighbour, and to have one
 * right sibling per clear bit.
 *
 * @param knownDepth - depth among the known leaves
 * @returns `undefined` when no depth fits
 */
export function leafDepth(key: HashValue, knownDepth: number, rightSiblings: number): number | undefined {
  let clear = 0;
  let depth = 0;
  while (depth < knownDepth || clear < rightSiblings) {
    if (depth === keyBits) return undefined;
    if (!bitAt(key, depth)) clear += 1;
    depth += 1;
  }
  return clear === rightSiblings ? depth : undefined;
}
