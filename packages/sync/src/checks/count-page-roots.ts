import type { AccumulatorFrontierState } from "@ledger/types";
import { AccumulatorFrontier, bytesEqual, type HashValue, hashLength } from "@ledger/types";

/**
 * Counts the roots, from the first on, that an accumulator really has after each of its next leaves.
 *
 * @param leaves - hashes one after the other
 * @param roots - as many
 */
export function countPageRoots(before: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): number {
  const frontier = new AccumulatorFrontier("TransactionAccumulator", before);
  let count = 0;
  for (let at = 0; at < leaves.length; at += hashLength) {
    frontier.append(leaves.slice(at, at + hashLength) as HashValue);
    if (!bytesEqual(frontier.root(), roots.subarray(at, at + hashLength))) break;
    count += 1;
  }
  return count;
}
