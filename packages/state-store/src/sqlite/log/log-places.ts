import { prepareCheck } from "../rows/row-sum.ts";

/** A batch of the block log. */
export interface LogBatch {
  /** Versions of the batch. */
  readonly last_version: number;
  readonly first_version: number;
  /** Id of the chunk that holds the first entry; the others follow. */
  readonly first_chunk: number;
  /** One place per entry, in the order of the entries. */
  readonly places: Buffer;
}

/** A row of table `log_batches`. */
export interface StoredBatch extends LogBatch {
  readonly checksum: number;
}

const checkBatch = prepareCheck("log_batches", "checksum");

/** Batches from their rows. @throws StoreError `corrupt` at one that is not as it was written */
export function* toBatches(rows: Iterable<StoredBatch>): Iterable<LogBatch> {
  for (const row of rows) yield checkBatch(row);
}

/**
 * Bytes of one place: key id (47 bits) with a mark for the first place of a chunk, version relative to the batch (u32),
 * length of the entry (u32); little-endian.
 */
export const placeBytes = 14;
const chunkMark = 0x8000;

/** Packs which keys a batch wrote at which versions, in the order of its log entries. */
export class PlaceWriter {
  readonly #packed: Buffer;
  readonly #firstVersion: number;
  #offset = 0;

  constructor(count: number, firstVersion: number) {
    this.#packed = Buffer.allocUnsafe(count * placeBytes);
    this.#firstVersion = firstVersion;
  }

  add(keyId: number, version: number, length: number, beginsChunk: boolean): void {
    const offset = this.#offset;
    this.#packed.writeUInt32LE(keyId % 2 ** 32, offset);
    this.#packed.writeUInt16LE(Math.floor(keyId / 2 ** 32) | (beginsChunk ? chunkMark : 0), offset + 4);
    this.#packed.writeUInt32LE(version - this.#firstVersion, offset + 6);
    this.#packed.writeUInt32LE(length, offset + 10);
    this.#offset += placeBytes;
  }

  finish(): Buffer {
    return this.#packed.subarray(0, this.#offset);
  }
}

/** How many places are packed. */
export function countPlaces(packed: Uint8Array): number {
  return packed.length / placeBytes;
}

/** Key id of the place at an index. */
export function placeKey(packed: Buffer, index: number): number {
  const offset = index * placeBytes;
  return packed.readUInt32LE(offset) + (packed.readUInt16LE(offset + 4) & ~chunkMark) * 2 ** 32;
}

/** Version of the place at an index, relative to the batch's first. */
export function placeVersion(packed: Buffer, index: number): number {
  return packed.readUInt32LE(index * placeBytes + 6);
}

/** Bytes of the log entry of the place at an index. */
export function placeLength(packed: Buffer, index: number): number {
  return packed.readUInt32LE(index * placeBytes + 10);
}

/** Returns true if the place at an index is the first of its chunk. */
export function placeBeginsChunk(packed: Buffer, index: number): boolean {
  return (packed[index * placeBytes + 5]! & 0x80) !== 0;
}
