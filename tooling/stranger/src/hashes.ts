// Hashes, accumulators and the state tree by Specification, chain types 7, chain types 8, chain types 9, recomputed whole each time.
import { createHash } from "node:crypto";
import { join } from "./bytes.ts";

/** SHA3-256. */
export const sha3 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha3-256").update(bytes).digest());

const seeds = new Map<string, Uint8Array>();

/** The prefix of everything that is hashed as a type of this name. */
export function seed(type: string): Uint8Array {
  let value = seeds.get(type);
  if (value === undefined) {
    value = sha3(new TextEncoder().encode(`APTOS::${type}`));
    seeds.set(type, value);
  }
  return value;
}

/** The hash of a value of a named type. */
export const typedHash = (type: string, body: Uint8Array): Uint8Array => sha3(join(seed(type), body));

function placeholder(name: string): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes.set(new TextEncoder().encode(name));
  return bytes;
}

const accumulatorPlaceholder = placeholder("ACCUMULATOR_PLACEHOLDER_HASH");
const sparsePlaceholder = placeholder("SPARSE_MERKLE_PLACEHOLDER_HASH");

/** The root over leaves in order: on each level an odd last node is paired with the placeholder. */
export function accumulatorRoot(type: string, leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return accumulatorPlaceholder;
  let level = [...leaves];
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(typedHash(type, join(level[i]!, level[i + 1] ?? accumulatorPlaceholder)));
    }
    level = next;
  }
  return level[0]!;
}

/** A transaction accumulator that grows: its root after each leaf costs as many hashes as the tree is high. */
export class Accumulator {
  #full: (Uint8Array | undefined)[] = [];

  add(leaf: Uint8Array): void {
    let carried: Uint8Array = leaf;
    let height = 0;
    for (; this.#full[height] !== undefined; height++) {
      carried = node(this.#full[height]!, carried);
      this.#full[height] = undefined;
    }
    this.#full[height] = carried;
  }

  root(): Uint8Array {
    const highest = this.#full.findLastIndex((subtree) => subtree !== undefined);
    let root: Uint8Array | undefined;
    for (let height = 0; height <= highest; height++) {
      const left = this.#full[height];
      if (root !== undefined) root = node(left ?? root, left === undefined ? accumulatorPlaceholder : root);
      // The lowest subtree has nothing on its right.
      else if (left !== undefined) root = height === highest ? left : node(left, accumulatorPlaceholder);
    }
    return root ?? accumulatorPlaceholder;
  }
}

function node(left: Uint8Array, right: Uint8Array): Uint8Array {
  return typedHash("TransactionAccumulator", join(left, right));
}

/** Siblings of the leaves `[first, first + count)`: of the left edge and of the right edge, bottom first. */
export function rangeProof(
  leaves: readonly Uint8Array[],
  first: number,
  count: number,
): { readonly left: readonly Uint8Array[]; readonly right: readonly Uint8Array[] } {
  const left: Uint8Array[] = [];
  const right: Uint8Array[] = [];
  let level = [...leaves];
  let [from, to] = [first, first + count - 1];
  while (level.length > 1) {
    if (from % 2 === 1) left.push(level[from - 1]!);
    if (to % 2 === 0) right.push(level[to + 1] ?? accumulatorPlaceholder);
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(node(level[i]!, level[i + 1] ?? accumulatorPlaceholder));
    }
    level = next;
    from = Math.floor(from / 2);
    to = Math.floor(to / 2);
  }
  return { left, right };
}

/** Key hash and value hash of one item of the state. */
export type StateLeaf = readonly [keyHash: Uint8Array, valueHash: Uint8Array];

/** The root of the sparse tree over a whole state: a subtree with one leaf is that leaf. */
export function stateRoot(items: readonly StateLeaf[]): Uint8Array {
  const sorted = [...items].sort((a, b) => Buffer.compare(a[0], b[0]));
  const build = (from: number, to: number, bit: number): Uint8Array => {
    if (from === to) return sparsePlaceholder;
    if (to - from === 1) return typedHash("SparseMerkleLeafNode", join(...sorted[from]!));
    let split = from;
    while (split < to && ((sorted[split]![0][bit >> 3]! >> (7 - (bit & 7))) & 1) === 0) split++;
    return typedHash("SparseMerkleInternal", join(build(from, split, bit + 1), build(split, to, bit + 1)));
  };
  return build(0, sorted.length, 0);
}
