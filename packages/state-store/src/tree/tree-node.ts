import { Reader, Writer } from "@ledger/bcs";
import { type HashValue, hashSparseMerkleNode, sparseMerklePlaceholderHash } from "@ledger/types";

/** A part of the state tree: its hash, and how many keys it has. One key alone has the hash of its leaf at every depth. */
export interface Subtree {
  readonly hash: HashValue;
  readonly count: number;
}

/** A part without keys. */
export const emptySubtree: Subtree = { hash: sparseMerklePlaceholderHash, count: 0 };

/** The part that has two halves. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#9 | Specification, chain types 9} */
export function joinSubtrees(left: Subtree, right: Subtree): Subtree {
  const count = left.count + right.count;
  if (count < 2) return left.count === 1 ? left : right;
  return { hash: hashSparseMerkleNode(left.hash, right.hash), count };
}

/** Subtrees of a node. */
export const nodeChildren = 16;
/** Levels of the binary tree in a node. */
export const nodeLevels = 4;

const hashBytes = 32;
const places = 2 * nodeChildren;

/** Sixteen neighbouring subtrees, four levels of the binary tree below one place. Immutable. */
export class TreeNode {
  /** The binary tree over the children as a heap, the root at 1: its hashes and counts in two arrays, which take a kilobyte. */
  readonly #hashes: Uint8Array;
  readonly #counts: Uint32Array;
  /** A bit for each place that has been made. Inner parts are hashed when they are asked for. */
  #made: number;

  private constructor(hashes: Uint8Array, counts: Uint32Array, made: number) {
    this.#hashes = hashes;
    this.#counts = counts;
    this.#made = made;
  }

  /** @param children - in order; absent ones have no keys */
  static of(children: readonly (Subtree | undefined)[]): TreeNode {
    const node = new TreeNode(new Uint8Array(places * hashBytes), new Uint32Array(places), 0);
    for (let i = 0; i < nodeChildren; i++) node.#set(nodeChildren + i, children[i] ?? emptySubtree);
    return node;
  }

  child(digit: number): Subtree {
    return this.part(nodeLevels, digit);
  }

  /** Number of the keys below it, without a hash. */
  get count(): number {
    let count = 0;
    for (let place = nodeChildren; place < places; place++) count += this.#counts[place]!;
    return count;
  }

  /** One of the 2^level parts at a level below the node's root. */
  part(level: number, index: number): Subtree {
    const place = (1 << level) + index;
    if ((this.#made & (1 << place)) === 0) {
      this.#set(place, joinSubtrees(this.part(level + 1, 2 * index), this.part(level + 1, 2 * index + 1)));
    }
    const start = place * hashBytes;
    return { hash: this.#hashes.subarray(start, start + hashBytes) as HashValue, count: this.#counts[place]! };
  }

  /** The whole node. */
  whole(): Subtree {
    return this.part(0, 0);
  }

  /** The same with other children in some places. */
  with(children: ReadonlyMap<number, Subtree>): TreeNode {
    const node = new TreeNode(this.#hashes.slice(), this.#counts.slice(), this.#made);
    for (const [digit, child] of children) {
      let place = nodeChildren + digit;
      node.#set(place, child);
      while (place > 1) {
        place >>= 1;
        node.#made &= ~(1 << place);
      }
    }
    return node;
  }

  #set(place: number, { hash, count }: Subtree): void {
    this.#hashes.set(hash, place * hashBytes);
    this.#counts[place] = count;
    this.#made |= 1 << place;
  }

  /** Bytes of the row: which children have keys, and of each how many, and its hash. */
  encode(): Uint8Array {
    const writer = new Writer();
    let present = 0;
    for (let i = 0; i < nodeChildren; i++) if (this.child(i).count > 0) present |= 1 << i;
    writer.u16(present);
    for (let i = 0; i < nodeChildren; i++) {
      const { count, hash } = this.child(i);
      if (count === 0) continue;
      writer.uleb128(count);
      writer.bytes(hash);
    }
    return writer.finish();
  }

  /** @throws BcsError for bytes that are no row of a node */
  static decode(bytes: Uint8Array): TreeNode {
    const reader = new Reader(bytes);
    const present = reader.u16();
    const children = new Array<Subtree | undefined>(nodeChildren);
    for (let i = 0; i < nodeChildren; i++) {
      if ((present & (1 << i)) === 0) continue;
      const count = reader.uleb128();
      children[i] = { count, hash: reader.bytes(32) as HashValue };
    }
    reader.expectEnd();
    return TreeNode.of(children);
  }
}
