import type { HashValue, SparseMerkleProof } from "@ledger/types";
import { digitAt } from "./tree-keys.ts";
import { proveInLeaves } from "./tree-leaves.ts";
import { nodeLevels } from "./tree-node.ts";
import { bottomDigit, bucketLeaves, type TreePaths } from "./tree-paths.ts";

/**
 * Proves that a key has its value, or that it is absent.
 *
 * @param paths - with the path of the key
 * @see Ledger specification, chain types §10
 */
export function proveOnPaths(paths: TreePaths, key: HashValue): SparseMerkleProof {
  const siblings: HashValue[] = [];
  for (let depth = 0; ; depth++) {
    const node = paths.node(key, depth);
    if (node === undefined) return { leaf: undefined, siblings };
    const digit = digitAt(key, depth);
    for (let level = 0; level < nodeLevels; level++) {
      const index = digit >> (nodeLevels - level);
      if (node.part(level, index).count < 2) {
        const bottom = bottomDigit(node, digit);
        return proveInLeaves(bottom === undefined ? [] : paths.bucket(key, depth, bottom), key, 0, siblings);
      }
      siblings.push(node.part(level + 1, (digit >> (nodeLevels - level - 1)) ^ 1).hash);
    }
    if (node.child(digit).count <= bucketLeaves) {
      return proveInLeaves(paths.bucket(key, depth, digit), key, nodeLevels * (depth + 1), siblings);
    }
  }
}
