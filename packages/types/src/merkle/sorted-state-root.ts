import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { compareBytes } from "../text/bytes.ts";
import type { SparseMerkleRangeProof } from "./proofs.ts";
import { bitAt, commonBits, hashSparseMerkleLeaf, hashSparseMerkleNode } from "./sparse-merkle.ts";
import { leafDepth } from "./sparse-merkle-proof.ts";

/** A finished left subtree that waits for the right one. */
interface LeftSibling {
  /** Depth of the node that has both below it. */
  readonly depth: number;
  readonly hash: HashValue;
}

/** Depth of a subtree of one leaf: its hash is the same wherever it hangs. */
const floating = -1;

/**
 * Root of the state tree over entries that come in the order of their keys, as a state snapshot lists them. It holds one
 * hash per level, however large the state is.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#9 | Specification, chain types 9}
 */
export class SortedStateRoot {
  readonly #siblings: LeftSibling[] = [];
  /** The latest key, and the subtree that ends with it. */
  #key: HashValue | undefined;
  #node: HashValue = sparseMerklePlaceholderHash;
  #depth = floating;

  /**
   * Adds the next entry.
   *
   * @throws {@link TypesError} `unsorted_keys` unless the key is above the one before
   */
  add(key: HashValue, valueHash: HashValue): void {
    if (this.#key !== undefined) {
      if (compareBytes(this.#key, key) >= 0) {
        throw new TypesError("unsorted_keys", "state key hashes are not in ascending order");
      }
      const fork = commonBits(this.#key, key);
      this.#close(fork + 1);
      this.#siblings.push({ depth: fork, hash: this.#node });
    }
    this.#key = key;
    this.#node = hashSparseMerkleLeaf(key, valueHash);
    this.#depth = floating;
  }

  /**
   * Root of the whole tree, when what follows the entries so far is as a proof says: it is the expected one only if these are
   * all entries up to the latest.
   *
   * @returns `undefined` when there is no entry, or the proof fits no tree
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.6 | Specification, ingest 6.6}
   */
  rootWith({ rightSiblings }: SparseMerkleRangeProof): HashValue | undefined {
    const key = this.#key;
    if (key === undefined) return undefined;
    let left = this.#siblings.length - 1;
    const knownDepth = left < 0 ? 0 : this.#siblings[left]!.depth + 1;
    const depth = leafDepth(key, knownDepth, rightSiblings.length);
    if (depth === undefined) return undefined;
    let node = this.#node;
    let right = 0;
    for (let level = depth - 1; level >= 0; level--) {
      if (!bitAt(key, level)) node = hashSparseMerkleNode(node, rightSiblings[right++]!);
      else if (this.#siblings[left]?.depth === level) node = hashSparseMerkleNode(this.#siblings[left--]!.hash, node);
      else node = hashSparseMerkleNode(sparseMerklePlaceholderHash, node);
    }
    return node;
  }

  /** Root over all entries; the placeholder when there are none. Nothing can be added afterwards. */
  finish(): HashValue {
    this.#close(0);
    return this.#node;
  }

  /** Makes the subtree that ends with the latest key one that hangs at a depth. */
  #close(depth: number): void {
    for (let left = this.#siblings.at(-1); left !== undefined && left.depth >= depth; left = this.#siblings.at(-1)) {
      this.#lift(left.depth + 1);
      this.#node = hashSparseMerkleNode(left.hash, this.#node);
      this.#depth = left.depth;
      this.#siblings.pop();
    }
    this.#lift(depth);
  }

  /** Hangs an inner node higher: on the way up it has no sibling. */
  #lift(depth: number): void {
    if (this.#depth === floating || this.#key === undefined) return;
    while (this.#depth > depth) {
      this.#depth -= 1;
      this.#node = bitAt(this.#key, this.#depth)
        ? hashSparseMerkleNode(sparseMerklePlaceholderHash, this.#node)
        : hashSparseMerkleNode(this.#node, sparseMerklePlaceholderHash);
    }
  }
}
