import { compareBytes } from "@ledger/types";

/** Anything with a key. */
interface Keyed {
  readonly key: Uint8Array;
}

/** Merges two lists that are in the order of their keys. */
export function merge<T extends Keyed>(left: readonly T[], right: readonly T[]): T[] {
  const merged: T[] = [];
  let next = 0;
  for (const history of left) {
    while (next < right.length && compareBytes(right[next]!.key, history.key) < 0) merged.push(right[next++]!);
    merged.push(history);
  }
  return merged.concat(right.slice(next));
}

/** Index of the first key that is not below `key`. */
export function indexOf(keys: readonly Keyed[], key: Uint8Array): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(keys[middle]!.key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
