import {
  bitAt,
  concatBytes,
  firstWithBit,
  type HashValue,
  hashSparseMerkleLeaf,
  LruCache,
  mapKey,
  type SparseMerkleProof,
} from "@ledger/types";
import type { TreeLeaf } from "./tree-leaves.ts";
import { emptySubtree, joinSubtrees, type Subtree } from "./tree-node.ts";

/**
 * Most leaves of a subtree that has no node of its own: its hashes are made from the leaves when they are needed. See decision
 * 0092 for how it was chosen.
 */
export const bucketLeaves = 32;

const hashBytes = 32;

/** A subtree of leaves, with the halves that its hash is made of. */
interface Branch extends Subtree {
  readonly halves?: readonly [Branch, Branch];
  readonly leaf?: TreeLeaf;
}

/** The leaves of a subtree that has no node of its own. The hashes in it are made once, when they are first asked for. */
export class Bucket {
  /** Ascending by key. */
  readonly leaves: readonly TreeLeaf[];
  /** Of the subtree's root, in bits. */
  readonly #depth: number;
  #root: Branch | undefined;

  constructor(leaves: readonly TreeLeaf[], depth: number) {
    this.leaves = leaves;
    this.#depth = depth;
  }

  /** The whole of it. */
  whole(): Branch {
    this.#root ??= grow(this.leaves, 0, this.leaves.length, this.#depth);
    return this.#root;
  }

  /**
   * Follows the path of a key.
   *
   * @param siblings - of the path so far; those below are added
   */
  prove(key: HashValue, siblings: HashValue[]): SparseMerkleProof {
    let branch = this.whole();
    for (let bit = this.#depth; branch.halves !== undefined; bit++) {
      const [left, right] = branch.halves;
      const isRight = bitAt(key, bit);
      siblings.push((isRight ? left : right).hash);
      branch = isRight ? right : left;
    }
    const { leaf } = branch;
    return { leaf: leaf && { key: leaf[0], valueHash: leaf[1] }, siblings };
  }
}

/** The subtree over neighbouring leaves `[from, to)`, whose keys share their first `depth` bits. */
function grow(leaves: readonly TreeLeaf[], from: number, to: number, depth: number): Branch {
  if (from === to) return emptySubtree;
  const leaf = leaves[from]!;
  if (to - from === 1) return { hash: hashSparseMerkleLeaf(...leaf), count: 1, leaf };
  const middle = firstWithBit(leaves, from, to, depth);
  const halves = [grow(leaves, from, middle, depth + 1), grow(leaves, middle, to, depth + 1)] as const;
  return { ...joinSubtrees(...halves), halves };
}

/** The same leaves in bytes of their own: those that were read are parts of larger buffers, which would be kept with them. */
export function ownLeaves(leaves: readonly TreeLeaf[]): readonly TreeLeaf[] {
  const bytes = concatBytes(...leaves.flat());
  const own = (i: number) => bytes.subarray(hashBytes * i, hashBytes * (i + 1)) as HashValue;
  return leaves.map((_, i) => [own(2 * i), own(2 * i + 1)]);
}

/** Buckets that are kept, of up to 10 KB each. */
const keptBuckets = 512;

/**
 * Buckets that were read last, by their hashes: what has the hash has the same leaves, at every version. Most proofs are of the same few
 * keys, such as those of the framework's code, and need neither rows nor hashes of them then.
 */
export class KnownBuckets {
  readonly #buckets = new LruCache<string, Bucket>(keptBuckets);

  /** The bucket with a hash. */
  get(hash: HashValue): Bucket | undefined {
    return this.#buckets.get(mapKey(hash));
  }

  /** @param bucket - whose hash was compared */
  add(bucket: Bucket): void {
    this.#buckets.set(mapKey(bucket.whole().hash), bucket);
  }
}
