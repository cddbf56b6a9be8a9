import { countPlaces, type LogBatch, placeBeginsChunk, placeKey, placeLength, placeVersion } from "./log-places.ts";

/**
 * Walks the entries of one log batch in their order: by key, then by version. {@link LogCursor.next} comes before the first
 * entry, too.
 */
export class LogCursor {
  readonly #places: Buffer;
  readonly #firstVersion: number;
  readonly count: number;
  index = -1;
  keyId = 0;
  version = 0;
  /** Id of the chunk that holds the entry. */
  chunk: number;
  /** Position among the entries of its chunk. */
  slot = 0;
  /** Offset of the entry in its chunk, bytes. */
  offset = 0;
  /** Bytes of the entry. */
  length = 0;

  constructor({ places, first_version, first_chunk }: LogBatch) {
    this.#places = places;
    this.#firstVersion = first_version;
    this.count = countPlaces(places);
    this.chunk = first_chunk - 1;
  }

  /** Moves to the next entry. @returns whether there is one */
  next(): boolean {
    const places = this.#places;
    const index = ++this.index;
    if (index >= this.count) return false;
    if (placeBeginsChunk(places, index)) {
      this.chunk++;
      this.slot = 0;
      this.offset = 0;
    } else {
      this.slot++;
      this.offset += this.length;
    }
    this.length = placeLength(places, index);
    this.keyId = placeKey(places, index);
    this.version = this.#firstVersion + placeVersion(places, index);
    return true;
  }
}
