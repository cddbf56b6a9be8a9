import { BcsError, type BcsErrorCode } from "./errors.ts";
import { HIGH, halves, LOW, quad } from "./internal/words.ts";

const INITIAL_CAPACITY = 1024;

/**
 * A growing output. The methods write what they are given as it stands: ranges are checked by the codecs, which know the
 * type that was asked for.
 */
export class Writer {
  /** The output buffer, of which the first `position` bytes are written. Replaced when it grows: read it after `reserve`. */
  target: Uint8Array<ArrayBuffer>;
  /** Bytes written so far. */
  position = 0;
  /** Named containers (struct, newtype, enumeration) around the current position. */
  depth = 0;
  /** Lazy codecs around the current position. */
  lazyDepth = 0;

  /** @param capacity - bytes to allocate at once */
  constructor(capacity: number = INITIAL_CAPACITY) {
    this.target = new Uint8Array(capacity);
  }

  /** An error at the current position. */
  error(code: BcsErrorCode, expected: string): BcsError {
    return new BcsError(code, this.position, expected);
  }

  /** Makes room for `size` more bytes. */
  reserve(size: number): void {
    if (this.position + size > this.target.length) this.#grow(size);
  }

  #grow(size: number): void {
    const target = new Uint8Array(Math.max(this.position + size, this.target.length * 2));
    target.set(new Uint8Array(this.target.buffer, 0, this.position));
    this.target = target;
  }

  /** One byte. */
  u8(value: number): void {
    this.reserve(1);
    this.target[this.position++] = value;
  }

  /** Two bytes, low first. */
  u16(value: number): void {
    this.reserve(2);
    const { target, position } = this;
    target[position] = value;
    target[position + 1] = value >>> 8;
    this.position = position + 2;
  }

  /** Four bytes, low first. */
  u32(value: number): void {
    this.reserve(4);
    const { target, position } = this;
    target[position] = value;
    target[position + 1] = value >>> 8;
    target[position + 2] = value >>> 16;
    target[position + 3] = value >>> 24;
    this.position = position + 4;
  }

  /** Eight bytes, low first. */
  u64(value: bigint): void {
    quad[0] = value;
    this.u32(halves[LOW]!);
    this.u32(halves[HIGH]!);
  }

  /** A ULEB128 number of 32 bits, in the shortest form. */
  uleb128(value: number): void {
    this.reserve(5);
    const target = this.target;
    let position = this.position;
    let rest = value;
    while (rest > 0x7f) {
      target[position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    target[position++] = rest;
    this.position = position;
  }

  /** Bytes as they are, without a length. */
  bytes(value: Uint8Array): void {
    const length = value.length;
    this.reserve(length);
    const { target, position } = this;
    // A call into the engine costs more than a short loop.
    if (length <= 48) for (let i = 0; i < length; i++) target[position + i] = value[i]!;
    else target.set(value, position);
    this.position = position + length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.target.slice(0, this.position);
  }
}
