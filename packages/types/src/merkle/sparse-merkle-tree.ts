import type { HashValue } from "../hash-value.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { bytesEqual, compareBytes } from "../text/bytes.ts";
import type { SparseMerkleProof, SparseMerkleRangeProof } from "./proofs.ts";
import { bitAt, firstWithBit, hashSparseMerkleLeaf, hashSparseMerkleNode } from "./sparse-merkle.ts";

/** The change of one key: a new value hash, or removal. */
export type SparseMerkleUpdate = readonly [key: HashValue, valueHash: HashValue | undefined];

interface Leaf {
  readonly key: HashValue;
  readonly valueHash: HashValue;
  readonly hash: HashValue;
}

interface Inner {
  readonly left: Node | undefined;
  readonly right: Node | undefined;
  readonly hash: HashValue;
}

// Nodes are immutable and shared between trees. A subtree with one key is its leaf, at whatever depth; one without
// keys is `undefined`. So an inner node always has at least two keys below it.
type Node = Leaf | Inner;

/**
 * The state tree of the latest version, in memory.
 *
 * An update of k keys among n costs about k · log2(n / k) + k hashes. A clone costs nothing, so that a block can be
 * tried on a copy before it is accepted. The tree keeps the arrays it is given, so do not change them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#9 | Specification, chain types 9}
 */
export class SparseMerkleTree {
  #root: Node | undefined;

  /** Root hash; the placeholder while there are no keys. */
  root(): HashValue {
    return hashOf(this.#root);
  }

  /**
   * Applies a batch, e.g. the writes of a whole block. Where a key occurs more than once the last one counts;
   * removing an absent key does nothing.
   *
   * @returns the new root hash
   */
  update(batch: Iterable<SparseMerkleUpdate>): HashValue {
    const last = lastPerKey([...batch].sort(([a], [b]) => compareBytes(a, b)));
    this.#root = apply(this.#root, last, 0, last.length, 0);
    return this.root();
  }

  /** Hash of the value under a key hash; `undefined` when there is none. */
  get(key: HashValue): HashValue | undefined {
    const node = this.#descend(key, []);
    return node !== undefined && bytesEqual(node.key, key) ? node.valueHash : undefined;
  }

  /**
   * Proves that a key has its value, or that it is absent.
   *
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
   */
  prove(key: HashValue): SparseMerkleProof {
    const siblings: HashValue[] = [];
    const node = this.#descend(key, siblings);
    return { leaf: node && { key: node.key, valueHash: node.valueHash }, siblings };
  }

  /**
   * Proves that the keys up to and including `rightmost` are complete.
   *
   * @param rightmost - a key in the tree
   * @returns `undefined` when the tree does not have the key
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
   */
  proveRange(rightmost: HashValue): SparseMerkleRangeProof | undefined {
    const { leaf, siblings } = this.prove(rightmost);
    if (leaf === undefined || !bytesEqual(leaf.key, rightmost)) return undefined;
    return { rightSiblings: siblings.filter((_, depth) => !bitAt(rightmost, depth)).reverse() };
  }

  /** An independent copy, made in constant time. */
  clone(): SparseMerkleTree {
    const copy = new SparseMerkleTree();
    copy.#root = this.#root;
    return copy;
  }

  /** The leaf where the path of `key` ends, if any; collects the siblings on the way, root side first. */
  #descend(key: HashValue, siblings: HashValue[]): Leaf | undefined {
    let node = this.#root;
    while (node !== undefined && !isLeaf(node)) {
      const right = bitAt(key, siblings.length);
      siblings.push(hashOf(right ? node.left : node.right));
      node = right ? node.right : node.left;
    }
    return node;
  }
}

function lastPerKey(sorted: readonly SparseMerkleUpdate[]): SparseMerkleUpdate[] {
  return sorted.filter(([key], i) => i === sorted.length - 1 || !bytesEqual(key, sorted[i + 1]![0]));
}

function apply(
  node: Node | undefined,
  updates: readonly SparseMerkleUpdate[],
  from: number,
  to: number,
  depth: number,
): Node | undefined {
  if (from === to) return node;
  if (node === undefined) {
    if (to - from === 1) return createLeaf(updates[from]!);
  } else if (isLeaf(node)) {
    if (to - from === 1 && bytesEqual(updates[from]![0], node.key)) {
      const valueHash = updates[from]![1];
      return valueHash !== undefined && bytesEqual(valueHash, node.valueHash) ? node : createLeaf(updates[from]!);
    }
  }
  const middle = firstWithBit(updates, from, to, depth);
  const [left, right] = children(node, depth);
  return join(node, apply(left, updates, from, middle, depth + 1), apply(right, updates, middle, to, depth + 1));
}

/** The two subtrees below `depth`; a leaf is one level deeper on the side of its key. */
function children(node: Node | undefined, depth: number): [Node | undefined, Node | undefined] {
  if (node === undefined) return [undefined, undefined];
  if (!isLeaf(node)) return [node.left, node.right];
  return bitAt(node.key, depth) ? [undefined, node] : [node, undefined];
}

/** A subtree of two halves. A lone leaf moves up instead, which is how removals collapse the tree. */
function join(old: Node | undefined, left: Node | undefined, right: Node | undefined): Node | undefined {
  if (left === undefined && (right === undefined || isLeaf(right))) return right;
  if (right === undefined && left !== undefined && isLeaf(left)) return left;
  if (old !== undefined && !isLeaf(old) && old.left === left && old.right === right) return old;
  return { left, right, hash: hashSparseMerkleNode(hashOf(left), hashOf(right)) };
}

function createLeaf([key, valueHash]: SparseMerkleUpdate): Leaf | undefined {
  return valueHash && { key, valueHash, hash: hashSparseMerkleLeaf(key, valueHash) };
}

function hashOf(node: Node | undefined): HashValue {
  return node === undefined ? sparseMerklePlaceholderHash : node.hash;
}

function isLeaf(node: Node): node is Leaf {
  return "key" in node;
}
