import { mapKey } from "@ledger/types";

/** A u64 as the smallest thing that holds it: a bigint takes four times as much memory. */
export type SmallNumber = number | bigint;

export function smallNumber(value: bigint): SmallNumber {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** The transactions of a sender, ascending by version. */
export interface Sent {
  readonly versions: number[];
  /** Sequence numbers of the same transactions; absent for those with a nonce. */
  readonly numbers: (SmallNumber | undefined)[];
}

/** The events of a handle, ascending by their numbers. */
export interface Counted {
  readonly numbers: SmallNumber[];
  readonly versions: number[];
  readonly indexes: number[];
}

/** The lists of a key, which are made where there are none. */
export function listsOf<T>(lists: Map<string, T>, key: Uint8Array, make: () => T): T {
  const id = mapKey(key);
  let found = lists.get(id);
  if (found === undefined) {
    found = make();
    lists.set(id, found);
  }
  return found;
}

/** Removes an entry of each of several lists that go together. */
export function removeFrom<T extends { readonly versions: number[] }>(
  all: Map<string, T>,
  key: Uint8Array,
  placeOf: (lists: T) => number,
): void {
  const lists = all.get(mapKey(key));
  if (lists === undefined) return;
  const place = placeOf(lists);
  for (const list of Object.values(lists) as unknown[][]) list.splice(place, 1);
  if (lists.versions.length === 0) all.delete(mapKey(key));
}

/** Removes the entries of versions that are gone from lists that go together. */
export function dropFrom<T extends { readonly versions: number[] }>(
  all: Map<string, T>,
  isGone: (version: number) => boolean,
): void {
  for (const [key, lists] of all) {
    const { versions } = lists;
    if (!versions.some(isGone)) continue;
    const kept = Object.entries(lists).map(([name, list]: [string, unknown[]]) => [
      name,
      list.filter((_, place) => !isGone(versions[place]!)),
    ]);
    const left = Object.fromEntries(kept) as T;
    if (left.versions.length === 0) all.delete(key);
    else all.set(key, left);
  }
}
