import type { LogBatch } from "./log-generation.ts";
import { countPlaces, placeKey, placeVersion } from "./log-places.ts";

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

/** Key ids looked at in one go: some thousand places of a large run. */
const windowKeys = 4_096;

/**
 * The distinct keys that some batches wrote at versions above `from` up to `to`, ascending. Places are ordered by key in
 * each batch, so all batches are walked through one window of key ids at a time, with a bit for every id in it: a run over
 * millions of writes needs neither a sort nor a list.
 */
export class WrittenKeys {
  /** Of the batches that have places left. */
  readonly #cursors: KeyCursor[] = [];
  readonly #written = new Uint32Array(windowKeys / 32);
  /** Key id of the window's first bit. */
  #start = -windowKeys;

  /** @param after - only keys with greater ids are asked for */
  constructor(batches: Iterable<LogBatch>, from: number, to: number, after: number) {
    for (const { places, first_version } of batches) {
      const count = countPlaces(places);
      const index = firstIndexAbove(places, count, after) - 1;
      const cursor = { places, count, low: from - first_version, high: to - first_version, index, keyId: 0 };
      if (advance(cursor)) this.#cursors.push(cursor);
    }
  }

  /** The least key id above `after`, which never goes back; `undefined` at the end. */
  next(after: number): number | undefined {
    for (;;) {
      const found = this.#nextWithin(Math.max(0, after + 1 - this.#start));
      if (found < windowKeys) return this.#start + found;
      if (this.#cursors.length === 0) return undefined;
      this.#moveOn();
    }
  }

  /** The first bit from an index on that is set; {@link windowKeys} when there is none. */
  #nextWithin(index: number): number {
    for (let at = index; at < windowKeys; at = (at & ~31) + 32) {
      const bits = this.#written[at >>> 5]! & (-1 << (at & 31));
      if (bits !== 0) return (at & ~31) + 31 - Math.clz32(bits & -bits);
    }
    return windowKeys;
  }

  /** Moves the window to the least key that is left, and all batches behind it. */
  #moveOn(): void {
    const cursors = this.#cursors;
    const start = cursors.reduce((least, { keyId }) => Math.min(least, keyId), Number.POSITIVE_INFINITY);
    this.#start = start;
    this.#written.fill(0);
    let left = 0;
    for (const cursor of cursors) {
      let isLeft = true;
      while (isLeft && cursor.keyId < start + windowKeys) {
        const bit = cursor.keyId - start;
        this.#written[bit >>> 5]! |= 1 << (bit & 31);
        isLeft = advance(cursor);
      }
      if (isLeft) cursors[left++] = cursor;
    }
    cursors.length = left;
  }
}

/** Moves to the next place within the versions. @returns whether there is one */
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
