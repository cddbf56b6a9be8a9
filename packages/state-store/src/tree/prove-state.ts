import { bytesEqual, type HashValue, type SparseMerkleProof, verifySparseMerkleProof } from "@ledger/types";
import { bucketLeaves } from "./tree-bucket.ts";
import { digitAt } from "./tree-keys.ts";
import { nodeLevels } from "./tree-node.ts";
import { bottomDigit, type TreePaths } from "./tree-paths.ts";

/**
 * Proves that a key has its value, or that it is absent.
 *
 * @param paths - with the path of the key
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
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
        // At most one key: there are no siblings below.
        return proveInBucket(paths, key, depth, bottom, siblings);
      }
      siblings.push(node.part(level + 1, (digit >> (nodeLevels - level - 1)) ^ 1).hash);
    }
    if (node.child(digit).count <= bucketLeaves) {
      return proveInBucket(paths, key, depth, digit, siblings);
    }
  }
}

/** True if the proof of a key, whatever it says of it, leads to a root. */
export function leadsTo(root: HashValue, key: HashValue, proof: SparseMerkleProof): boolean {
  const valueHash = proof.leaf !== undefined && bytesEqual(proof.leaf.key, key) ? proof.leaf.valueHash : undefined;
  return verifySparseMerkleProof(proof, root, key, valueHash);
}

/** Ends a path in a child of the node below the first `depth` digits of a key; none where its place is empty. */
function proveInBucket(
  paths: TreePaths,
  key: HashValue,
  depth: number,
  digit: number | undefined,
  siblings: HashValue[],
): SparseMerkleProof {
  const bucket = digit === undefined ? undefined : paths.bucket(key, depth, digit);
  return bucket === undefined ? { leaf: undefined, siblings } : bucket.prove(key, siblings);
}
