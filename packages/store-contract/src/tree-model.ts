import type { SliceBounds, TreeBlock } from "@ledger/state-store";
import {
  bytesToHex,
  hashStateKey,
  SparseMerkleProof,
  type SparseMerkleUpdate,
  sparseMerkleUpdate,
} from "@ledger/types";

/** So few that slices end, settle and are passed over by large blocks all the time. */
export const tinySlices: SliceBounds = { leaves: 60, blocks: 5, direct: 110 };

/** Numbers that look random and are the same in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The changes of the state that a block makes. */
export function updatesOf({ records }: TreeBlock): SparseMerkleUpdate[] {
  return records.flatMap(({ writes }) => writes.map(sparseMerkleUpdate));
}

/** Two proofs are the same where their texts are. */
export function textOf(proof: SparseMerkleProof): string {
  return bytesToHex(SparseMerkleProof.encode(proof));
}

/** State keys whose hashes crowd in few places, so that nodes come and go at two depths below the root. */
export function crowdedKeys(count: number): Uint8Array[] {
  const crowded: Uint8Array[] = [];
  for (let number = 0; crowded.length < count; number++) {
    const key = keyOf(number);
    // Two parts with the same first digit, and some anywhere.
    if (number % 300 === 0 || hashStateKey(key)[0]! < 2) crowded.push(key);
  }
  return crowded;
}

/** A made-up state key. */
export function keyOf(number: number): Uint8Array {
  return Uint8Array.of(0xff, number >> 8, number & 255);
}
