import type { LogBatch } from "./log-generation.ts";
import { countPlaces, placeKey, placeVersion } from "./log-places.ts";
import { heapify, removeFirst, sink } from "./min-heap.ts";

/** Walks the places of one batch that lie within a range of versions, in key order. */
interface KeyCursor {
  readonly places: Buffer;
  readonly count: number;
  /** Versions above `low` up to `high`, relative to the batch. */
  readonly low: number;
  readonly high: number;
  index: number;
  keyId: number;
}

/**
 * The distinct keys that some batches wrote at versions above `from` up to `to`, ascending: their key-ordered places are
 * merged as they are asked for, so that a run over millions of writes needs neither a sort nor a list.
 */
export class WrittenKeys {
  readonly #heap: KeyCursor[] = [];

  /** @param after - only keys with greater ids are asked for */
  constructor(batches: Iterable<LogBatch>, from: number, to: number, after: number) {
    for (const { places, first_version } of batches) {
      const count = countPlaces(places);
      const index = firstIndexAbove(places, count, after) - 1;
      const cursor = { places, count, low: from - first_version, high: to - first_version, index, keyId: 0 };
      if (advance(cursor)) this.#heap.push(cursor);
    }
    heapify(this.#heap, isBefore);
  }

  /** The least key id above `after`, which never goes back; `undefined` at the end. */
  next(after: number): number | undefined {
    for (;;) {
      const cursor = this.#heap[0];
      if (cursor === undefined || cursor.keyId > after) return cursor?.keyId;
      if (advance(cursor)) sink(this.#heap, 0, isBefore);
      else removeFirst(this.#heap, isBefore);
    }
  }
}

function isBefore(a: KeyCursor, b: KeyCursor): boolean {
  return a.keyId < b.keyId;
}

function advance(cursor: KeyCursor): boolean {
  for (cursor.index++; cursor.index < cursor.count; cursor.index++) {
    const version = placeVersion(cursor.places, cursor.index);
    if (version <= cursor.low || version > cursor.high) continue;
    cursor.keyId = placeKey(cursor.places, cursor.index);
    return true;
  }
  return false;
}

function firstIndexAbove(places: Buffer, count: number, keyId: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeKey(places, middle) <= keyId) low = middle + 1;
    else high = middle;
  }
  return low;
}
