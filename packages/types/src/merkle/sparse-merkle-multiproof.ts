import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { sparseMerklePlaceholderHash } from "../hashing/literal-hash.ts";
import { bytesEqual, compareBytes } from "../text/bytes.ts";
import type { SparseMerkleLeaf, SparseMerkleProof } from "./proofs.ts";
import { commonBits, firstWithBit, hashSparseMerkleLeaf, hashSparseMerkleNode, keyBits } from "./sparse-merkle.ts";

/** The end of the path of one key in a multiproof. */
export interface SparseMerkleEnd {
  /** State key hash. */
  readonly key: HashValue;
  /** Hash of the key's value; absent where the key is. */
  readonly valueHash: HashValue | undefined;
  /** The other key's leaf at which the path of an absent key ends; absent where its place is empty. */
  readonly leaf: SparseMerkleLeaf | undefined;
  /** Siblings of the key's single proof, 0 to 256. */
  readonly depth: number;
}

/** Shows what the state tree has under several keys at once. Siblings that single proofs share are in it once. */
export interface SparseMerkleMultiproof {
  /** One per key, strictly ascending by key. */
  readonly ends: readonly SparseMerkleEnd[];
  /** Roots of all largest subtrees that no path enters, in ascending order of the keys that they cover. */
  readonly siblings: readonly HashValue[];
}

/**
 * Root of the state tree that a multiproof speaks of. The multiproof shows what it says if that is the root of the state.
 *
 * @throws {@link TypesError} `invalid_proof` for ends without order, outside of the tree, above one another or contradictory,
 * for a leaf that shows no absence, and for siblings that are missing or left over
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#5.2 | Specification, proofs 5.2}
 */
export function sparseMerkleMultiproofRoot({ ends, siblings }: SparseMerkleMultiproof): HashValue {
  if (ends.length === 0) throw invalid("it has no keys");
  ends.forEach((end, i) => {
    if (i > 0 && compareBytes(ends[i - 1]!.key, end.key) >= 0) throw invalid("its keys are not in ascending order");
    if (!(Number.isInteger(end.depth) && end.depth >= 0 && end.depth <= keyBits))
      throw invalid(`a path has ${end.depth} siblings`);
  });
  const fold = new Fold(
    ends.map((end) => [end.key, end.depth, endHash(end)] as const),
    siblings,
  );
  return fold.root();
}

type HashedEnd = readonly [key: HashValue, depth: number, hash: HashValue];

class Fold {
  readonly #ends: readonly HashedEnd[];
  readonly #siblings: readonly HashValue[];
  #used = 0;

  constructor(ends: readonly HashedEnd[], siblings: readonly HashValue[]) {
    this.#ends = ends;
    this.#siblings = siblings;
  }

  root(): HashValue {
    const root = this.#subtree(0, this.#ends.length, 0);
    if (this.#used !== this.#siblings.length) throw invalid("siblings are left over");
    return root;
  }

  /** Root of the subtree at `depth` that the paths of the ends `[from, to)` enter. */
  #subtree(from: number, to: number, depth: number): HashValue {
    if (from === to) return this.#nextSibling();
    const ends = this.#ends;
    let here = 0;
    for (let i = from; i < to; i++) if (ends[i]![1] === depth) here++;
    if (here > 0) {
      const [, , hash] = ends[from]!;
      if (here < to - from) throw invalid("a path leads on where another one ends");
      for (let i = from + 1; i < to; i++) {
        if (!bytesEqual(ends[i]![2], hash)) throw invalid("two paths end differently at one place");
      }
      return hash;
    }
    // No path ends below the last bit: depths are at most the number of bits, and `here` has found those.
    const middle = firstWithBit(ends, from, to, depth);
    const left = this.#subtree(from, middle, depth + 1);
    return hashSparseMerkleNode(left, this.#subtree(middle, to, depth + 1));
  }

  #nextSibling(): HashValue {
    const sibling = this.#siblings[this.#used++];
    if (sibling === undefined) throw invalid("siblings are missing");
    return sibling;
  }
}

function endHash({ key, valueHash, leaf, depth }: SparseMerkleEnd): HashValue {
  if (valueHash !== undefined) return hashSparseMerkleLeaf(key, valueHash);
  if (leaf === undefined) return sparseMerklePlaceholderHash;
  if (bytesEqual(leaf.key, key)) throw invalid("a leaf of the key itself cannot show that the key is absent");
  if (commonBits(leaf.key, key) < depth) throw invalid("a leaf is not at the place of the absent key");
  return hashSparseMerkleLeaf(leaf.key, leaf.valueHash);
}

/** One key with its own proof. */
export interface ProvedKey {
  readonly key: HashValue;
  readonly proof: SparseMerkleProof;
}

/**
 * Joins single proofs of one tree into a multiproof.
 *
 * @param proved - in any order; a key that occurs twice is taken once. Its proofs are not checked
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#5.2 | Specification, proofs 5.2}
 */
export function mergeSparseMerkleProofs(proved: readonly ProvedKey[]): SparseMerkleMultiproof {
  const sorted = proved
    .map(({ key, proof }) => [key, proof] as const)
    .sort(([a], [b]) => compareBytes(a, b))
    .filter(([key], i, all) => i === 0 || !bytesEqual(all[i - 1]![0], key));
  const siblings: HashValue[] = [];
  collectSiblings(sorted, 0, sorted.length, 0, siblings);
  const ends = sorted.map(([key, proof]): SparseMerkleEnd => {
    const { leaf } = proof;
    const own = leaf !== undefined && bytesEqual(leaf.key, key);
    const depth = proof.siblings.length;
    return { key, valueHash: own ? leaf.valueHash : undefined, leaf: own ? undefined : leaf, depth };
  });
  return { ends, siblings };
}

/** Lists what hangs off the paths of the keys `[from, to)` below `depth`, from left to right. */
function collectSiblings(
  sorted: readonly (readonly [HashValue, SparseMerkleProof])[],
  from: number,
  to: number,
  depth: number,
  siblings: HashValue[],
): void {
  const sibling = sorted[from]![1].siblings[depth];
  if (sibling === undefined) return;
  const middle = firstWithBit(sorted, from, to, depth);
  if (from < middle) collectSiblings(sorted, from, middle, depth + 1, siblings);
  if (from === middle || middle === to) siblings.push(sibling);
  if (middle < to) collectSiblings(sorted, middle, to, depth + 1, siblings);
}

function invalid(fault: string): TypesError {
  return new TypesError("invalid_proof", `the multiproof is invalid: ${fault}`);
}
