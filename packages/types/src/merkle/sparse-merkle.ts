import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { hashPairInDomain } from "../hashing/domain.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { compareBytes } from "../text/bytes.ts";

/** A state key hash with the hash of its value. */
export type SparseMerkleEntry = readonly [key: HashValue, valueHash: HashValue];

/**
 * Root of the state tree over a complete state, in any order.
 *
 * @param entries - one per state key
 * @throws {@link TypesError} `duplicate_key` when a key occurs twice
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#9 | Specification, chain types 9}
 */
export function stateRoot(entries: Iterable<SparseMerkleEntry>): HashValue {
  const sorted = [...entries].sort(([a], [b]) => compareBytes(a, b));
  for (let i = 1; i < sorted.length; i++) {
    if (compareBytes(sorted[i - 1]![0], sorted[i]![0]) === 0) {
      throw new TypesError("duplicate_key", "a state key hash occurs twice");
    }
  }
  return rangeRoot(sorted, 0, sorted.length, 0);
}

function rangeRoot(sorted: readonly SparseMerkleEntry[], from: number, to: number, depth: number): HashValue {
  if (from === to) return sparseMerklePlaceholderHash;
  if (to - from === 1) return hashSparseMerkleLeaf(...sorted[from]!);
  const middle = firstWithBit(sorted, from, to, depth);
  return hashSparseMerkleNode(rangeRoot(sorted, from, middle, depth + 1), rangeRoot(sorted, middle, to, depth + 1));
}

/**
 * Finds the place at which a sorted run of keys with equal first `depth` bits splits into the left and the right subtree.
 *
 * @returns index of the first key in `[from, to)` whose bit at `depth` is set, or `to`
 */
export function firstWithBit(
  sorted: readonly (readonly [HashValue, ...unknown[]])[],
  from: number,
  to: number,
  depth: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bitAt(sorted[middle]![0], depth)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Bit of a key at a depth of the tree, the most significant first. */
export function bitAt(key: HashValue, depth: number): boolean {
  return (key[depth >> 3]! & (0x80 >> (depth & 7))) !== 0;
}

/** Bits of a key: the height of the tree. */
export const keyBits = 256;

/** Leading bits that two keys share; all of them where they are equal. */
export function commonBits(a: HashValue, b: HashValue): number {
  for (let byte = 0; byte < a.length; byte++) {
    const difference = a[byte]! ^ b[byte]!;
    if (difference !== 0) return byte * 8 + Math.clz32(difference) - 24;
  }
  return keyBits;
}

/** Hash of a leaf of the state tree; the same at every depth. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7} */
export function hashSparseMerkleLeaf(key: HashValue, valueHash: HashValue): HashValue {
  return hashPairInDomain("SparseMerkleLeafNode", key, valueHash);
}

/** Hash of an inner node of the state tree. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7} */
export function hashSparseMerkleNode(left: HashValue, right: HashValue): HashValue {
  return hashPairInDomain("SparseMerkleInternal", left, right);
}
