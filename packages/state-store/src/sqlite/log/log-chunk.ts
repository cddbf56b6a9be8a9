import type { StateWrite } from "@ledger/types";
import { packInto } from "../rows/packed-value.ts";

/**
 * A chunk of the block log: up to {@link maxSlots} packed writes in one row of half a database page, so that appending a
 * block writes its bytes once, in order. Layout: the entries, the end offset of each (u32, little-endian), their number (u8).
 */
const maxSlots = 255;

/** Payload and directory at which a chunk is closed, so that two chunks fill a page of 4 KiB. No entry begins after it. */
const fullBytes = 1_980;
const slotBytes = 4;

/** Collects packed writes into chunks. */
export class ChunkBuilder {
  readonly #emit: (chunk: Uint8Array) => void;
  readonly #ends = new Uint32Array(maxSlots);
  #entries = Buffer.allocUnsafe(2 * fullBytes);
  #count = 0;
  #length = 0;

  constructor(emit: (chunk: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Appends a write of a known packed length. @returns whether it begins a chunk */
  add(length: number, keyId: number, version: number, write: StateWrite): boolean {
    const overhead = (this.#count + 1) * slotBytes;
    if (this.#count === maxSlots || this.#length + length + overhead > fullBytes) this.flush();
    const begins = this.#count === 0;
    this.#reserve(this.#length + length + overhead + 1);
    packInto(this.#entries, this.#length, keyId, version, write);
    this.#length += length;
    this.#ends[this.#count++] = this.#length;
    return begins;
  }

  /** Emits what has been collected; the chunk is valid during the call. */
  flush(): void {
    if (this.#count === 0) return;
    let offset = this.#length;
    for (let i = 0; i < this.#count; i++) offset = this.#entries.writeUInt32LE(this.#ends[i]!, offset);
    this.#entries[offset] = this.#count;
    this.#emit(this.#entries.subarray(0, offset + 1));
    this.#count = 0;
    this.#length = 0;
  }

  #reserve(length: number): void {
    if (length <= this.#entries.length) return;
    const grown = Buffer.allocUnsafe(length);
    this.#entries.copy(grown, 0, 0, this.#length);
    this.#entries = grown;
  }
}

/** How many entries a chunk has. */
export function countSlots(chunk: Uint8Array): number {
  return chunk[chunk.length - 1]!;
}

/** The offset at which the entry of a slot begins in its chunk. */
export function slotStart(chunk: Uint8Array, slot: number): number {
  return slot === 0 ? 0 : slotEnd(chunk, slot - 1);
}

/** The end of the last entry of a chunk that itself ends at an offset of `bytes`. */
export function lastEntryEnd(bytes: Uint8Array, chunkEnd: number): number {
  return chunkEnd - 1 - bytes[chunkEnd - 1]! * slotBytes;
}

/** The offset at which the entry of a slot ends in its chunk. */
export function slotEnd(chunk: Uint8Array, slot: number): number {
  const at = chunk.length - 1 - (countSlots(chunk) - slot) * slotBytes;
  return chunk[at]! + chunk[at + 1]! * 0x1_00 + chunk[at + 2]! * 0x1_00_00 + chunk[at + 3]! * 0x1_00_00_00;
}
