/**
 * A chunk of the block log: up to {@link maxSlots} packed writes in one row that fits a database page, so that appending a
 * block writes its bytes once, in order. Layout: number of entries (u8), end offset of each (u32), the entries.
 */
export const maxSlots = 255;

/** Payload from which a chunk is closed; with its directory it still fits the page of a table leaf (4,061 bytes). */
const fullBytes = 3_800;
const slotBytes = 4;

/** Collects packed writes into chunks. */
export class ChunkBuilder {
  readonly #emit: (chunk: Uint8Array) => void;
  #entries = Buffer.allocUnsafe(4 * fullBytes);
  #ends: number[] = [];
  #length = 0;

  constructor(emit: (chunk: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Appends an entry of a known size; `fill` writes it. @returns whether it begins a chunk */
  add(length: number, fill: (target: Buffer, start: number) => void): boolean {
    const overhead = (this.#ends.length + 1) * slotBytes;
    const isFull = this.#ends.length === maxSlots || this.#length + length + overhead > fullBytes;
    if (isFull && this.#ends.length > 0) this.flush();
    const begins = this.#ends.length === 0;
    if (this.#length + length > this.#entries.length) this.#grow(this.#length + length);
    fill(this.#entries, this.#length);
    this.#length += length;
    this.#ends.push(this.#length);
    return begins;
  }

  /** Emits what has been collected. */
  flush(): void {
    if (this.#ends.length === 0) return;
    const head = 1 + this.#ends.length * slotBytes;
    const chunk = Buffer.allocUnsafe(head + this.#length);
    chunk[0] = this.#ends.length;
    for (let i = 0; i < this.#ends.length; i++) chunk.writeUInt32LE(this.#ends[i]!, 1 + i * slotBytes);
    this.#entries.copy(chunk, head, 0, this.#length);
    this.#emit(chunk);
    this.#ends = [];
    this.#length = 0;
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafe(length);
    this.#entries.copy(grown, 0, 0, this.#length);
    this.#entries = grown;
  }
}

/** How many entries a chunk has. */
export function countSlots(chunk: Buffer): number {
  return chunk[0]!;
}

/** The entry in a slot of a chunk: a view. */
export function readSlot(chunk: Buffer, slot: number): Buffer {
  const head = 1 + chunk[0]! * slotBytes;
  const start = slot === 0 ? 0 : chunk.readUInt32LE(1 + (slot - 1) * slotBytes);
  return chunk.subarray(head + start, head + chunk.readUInt32LE(1 + slot * slotBytes));
}
