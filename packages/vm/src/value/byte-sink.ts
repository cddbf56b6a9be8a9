import type { Integer } from "./value.ts";

const word = 0x1_0000_0000;

/** Bytes of a buffer that is used again; larger ones are not kept. */
const spareBytes = 4_096;
/** A buffer that no sink writes to: memory outside of the engine's heap is dear to get and to give back. */
let spare: Uint8Array<ArrayBuffer> | undefined;

/** Bytes that are being written. */
export class ByteSink {
  #data: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor() {
    this.#data = spare ?? new Uint8Array(spareBytes);
    spare = undefined;
  }

  /** A copy of the bytes written. Nothing may be written after it. */
  finish(): Uint8Array {
    const bytes = this.#data.slice(0, this.#length);
    if (this.#data.length === spareBytes) spare = this.#data;
    return bytes;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#data[this.#length++] = value;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#data.set(value, this.#length);
    this.#length += value.length;
  }

  uleb(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** An integer of a width, little endian, negative ones as two's complement. */
  integer(value: Integer, size: number): void {
    this.#reserve(size);
    const data = this.#data;
    let at = this.#length;
    this.#length += size;
    if (typeof value === "bigint") {
      let rest = value;
      for (const end = at + size; at < end; at++) {
        data[at] = Number(rest & 0xffn);
        rest >>= 8n;
      }
      return;
    }
    let low = value | 0;
    let high = Math.floor(value / word) | 0;
    for (const end = at + size; at < end; at++) {
      data[at] = low;
      low = (low >>> 8) | (high << 24);
      high >>= 8;
    }
  }

  /** An address by its text. */
  address(text: string): void {
    this.#reserve(32);
    for (let i = 2; i < 66; i += 2) {
      this.#data[this.#length++] = (digit(text.charCodeAt(i)) << 4) | digit(text.charCodeAt(i + 1));
    }
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#data.length));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }
}

function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
