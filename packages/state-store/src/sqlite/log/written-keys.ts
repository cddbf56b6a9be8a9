import { LogCursor } from "./log-cursor.ts";
import type { LogBatch } from "./log-places.ts";

/** Key ids looked at in one go: some thousand places of a large run. */
const windowKeys = 4_096;

/**
 * The distinct keys that some batches wrote at versions above `from` up to `to`, ascending. Places are ordered by key in
 * each batch, so all batches are walked through one window of key ids at a time, with a bit for every id in it: a run over
 * millions of writes needs neither a sort nor a list.
 */
export class WrittenKeys {
  /** Of the batches that have entries left. */
  readonly #cursors: LogCursor[] = [];
  readonly #from: number;
  readonly #to: number;
  readonly #written = new Uint32Array(windowKeys / 32);
  /** Key id of the window's first bit. */
  #start = -windowKeys;

  /** @param after - only keys with greater ids are asked for */
  constructor(batches: Iterable<LogBatch>, from: number, to: number, after: number) {
    this.#from = from;
    this.#to = to;
    for (const batch of batches) {
      const cursor = new LogCursor(batch);
      let isLeft = this.#advance(cursor);
      while (isLeft && cursor.keyId <= after) isLeft = this.#advance(cursor);
      if (isLeft) this.#cursors.push(cursor);
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

  /** Moves the window to the least key that is left, and all batches after it. */
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
        isLeft = this.#advance(cursor);
      }
      if (isLeft) cursors[left++] = cursor;
    }
    cursors.length = left;
  }

  /** Moves to the next entry within the versions. @returns whether there is one */
  #advance(cursor: LogCursor): boolean {
    while (cursor.next()) if (cursor.version > this.#from && cursor.version <= this.#to) return true;
    return false;
  }
}
