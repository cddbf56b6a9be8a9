import { createHash } from "node:crypto";
import { bytesToHex, compareBytes } from "@ledger/types";

// The chain's hashes once more, as plainly as the specification states them and with another hash library, so that what is tested is
// not compared with itself.

/** SHA3-256 of the concatenation. */
function sha3(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha3-256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Hash of a value of a named type. */
export function hashNamed(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return sha3(sha3(new TextEncoder().encode(`APTOS::${name}`)), ...parts);
}

function literal(text: string): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}

/** Root of an accumulator, level by level. */
export function naiveAccumulatorRoot(name: string, leaves: readonly Uint8Array[]): Uint8Array {
  const placeholder = literal("ACCUMULATOR_PLACEHOLDER_HASH");
  let level = [...leaves];
  if (level.length === 0) return placeholder;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(hashNamed(name, level[i]!, level[i + 1] ?? placeholder));
    level = next;
  }
  return level[0]!;
}

/** Root of the state tree over pairs of key hash and value hash. */
export function naiveStateRoot(pairs: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array {
  const sorted = [...pairs].sort(([a], [b]) => compareBytes(a, b));
  const bit = (key: Uint8Array, depth: number): number => (key[depth >> 3]! >> (7 - (depth & 7))) & 1;
  const root = (from: number, to: number, depth: number): Uint8Array => {
    if (from === to) return literal("SPARSE_MERKLE_PLACEHOLDER_HASH");
    if (to - from === 1) return hashNamed("SparseMerkleLeafNode", ...sorted[from]!);
    let middle = from;
    while (middle < to && bit(sorted[middle]![0], depth) === 0) middle++;
    return hashNamed("SparseMerkleInternal", root(from, middle, depth + 1), root(middle, to, depth + 1));
  };
  return root(0, sorted.length, 0);
}

/** For messages. */
export const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && bytesToHex(bytes);
