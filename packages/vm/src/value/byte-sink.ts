import type { Integer } from "./value.ts";

const word = 0x1_0000_0000;

/** Bytes of a buffer that is used again; larger ones are not kept. */
const spareBytes = 4_096;
/** A buffer that no sink writes to: memory outside of the engine's heap is dear to get and to give back. */
let spare: Uint8Array<ArrayBuffer> | undefined;

const quote = 0x22;
const backslash = 0x5c;

/** Codes of the digits. */
const hexDigits = /* @__PURE__ */ Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/** Bytes that are being written. */
export class ByteSink {
  #data: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor() {
    this.#data = spare ?? new Uint8Array(spareBytes);
    this.#view = new DataView(this.#data.buffer);
    spare = undefined;
  }

  /** A copy of the bytes written. Nothing may be written after it. */
  finish(): Uint8Array {
    const bytes = this.#data.slice(0, this.#length);
    if (this.#data.length === spareBytes) spare = this.#data;
    return bytes;
  }

  byte(value: number): void {
    this.reserve(1);
    this.#data[this.#length++] = value;
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
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
    this.reserve(size);
    const data = this.#data;
    let at = this.#length;
    this.#length += size;
    if (typeof value === "bigint") {
      this.#wide(value, at, size);
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

  /** A bigint, eight bytes at a time: one by one each of them would make two more. */
  #wide(value: bigint, from: number, size: number): void {
    const view = this.#view;
    let rest = value;
    let at = from;
    for (const last = from + size - 8; at < last; at += 8) {
      view.setBigInt64(at, BigInt.asIntN(64, rest), true);
      rest >>= 64n;
    }
    view.setBigInt64(at, BigInt.asIntN(64, rest), true);
  }

  /** Text of ASCII characters. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#data[this.#length++] = text.charCodeAt(i);
  }

  /** Bytes as lower-case hex. */
  hex(value: Uint8Array): void {
    this.reserve(2 * value.length);
    const data = this.#data;
    let at = this.#length;
    for (let i = 0; i < value.length; i++) {
      const byte = value[i]!;
      data[at++] = hexDigits[byte >> 4]!;
      data[at++] = hexDigits[byte & 15]!;
    }
    this.#length = at;
  }

  /** Text between quotes, with a backslash before each quote and backslash. It takes about as long whatever the text. */
  quoted(text: Uint8Array): void {
    const isPlain = !text.includes(quote) && !text.includes(backslash);
    this.reserve((isPlain ? 1 : 2) * text.length + 2);
    this.byte(quote);
    if (isPlain) this.bytes(text);
    else this.#escaped(text);
    this.byte(quote);
  }

  #escaped(text: Uint8Array): void {
    const data = this.#data;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const byte = text[i]!;
      if (byte === quote || byte === backslash) data[at++] = backslash;
      data[at++] = byte;
    }
    this.#length = at;
  }

  /** An address by its text. */
  address(text: string): void {
    this.reserve(32);
    for (let i = 2; i < 66; i += 2) {
      this.#data[this.#length++] = (digit(text.charCodeAt(i)) << 4) | digit(text.charCodeAt(i + 1));
    }
  }

  /** Makes room for bytes that are to come, so that it is made once. */
  reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#data.length));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
    this.#view = new DataView(grown.buffer);
  }
}

function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
