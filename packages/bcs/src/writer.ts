import { BcsError, type BcsErrorCode } from "./errors.ts";
import { lengthOf } from "./internal/is-bytes.ts";

const initialCapacity = 1024;
// Up to here a loop beats the call into the engine.
const short = 16;

/**
 * A growing output. The methods write what they are given as it stands: ranges are checked by the codecs, which know the
 * type that was asked for. After an error a writer is of no further use.
 */
export class Writer {
  /** The output buffer, of which the first `position` bytes are written. Replaced when it grows: look at it after `reserve`. */
  target: Uint8Array<ArrayBuffer>;
  /** The same buffer, for numbers of several bytes. */
  view: DataView<ArrayBuffer>;
  /** Bytes in `target`. */
  capacity: number;
  /** Bytes written so far. */
  position = 0;
  /** Named containers (struct, newtype, enumeration) around the current position. */
  depth = 0;
  /** Lazy codecs around the current position. */
  lazyDepth = 0;
  /** Items written so far that may have taken no bytes. */
  emptyItems = 0;

  /** @param capacity - bytes to allocate at once */
  constructor(capacity: number = initialCapacity) {
    this.capacity = capacity;
    this.target = new Uint8Array(capacity);
    this.view = new DataView(this.target.buffer);
  }

  /** An error at the current position. */
  error(code: BcsErrorCode, expected: string): BcsError {
    return new BcsError(code, this.position, expected);
  }

  /** Makes room for `size` more bytes. */
  reserve(size: number): void {
    if (this.position + size > this.capacity) grow(this, size);
  }

  /** One byte. */
  u8(value: number): void {
    this.reserve(1);
    this.target[this.position++] = value;
  }

  /** Two bytes, low first. */
  u16(value: number): void {
    this.reserve(2);
    this.view.setUint16(this.position, value, true);
    this.position += 2;
  }

  /** Four bytes, low first. */
  u32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.position, value, true);
    this.position += 4;
  }

  /** Eight bytes, low first. */
  u64(value: bigint): void {
    this.reserve(8);
    this.view.setBigUint64(this.position, value, true);
    this.position += 8;
  }

  /** A ULEB128 number of 32 bits, in the shortest form. */
  uleb128(value: number): void {
    if (value < 0x80) {
      this.u8(value);
      return;
    }
    this.reserve(5);
    const { target } = this;
    let { position } = this;
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
    const length = lengthOf(value);
    this.reserve(length);
    const { target, position } = this;
    if (length > short) target.set(value, position);
    else for (let i = 0; i < length; i++) target[position + i] = value[i]!;
    this.position = position + length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.target.slice(0, this.position);
  }
}

function grow(writer: Writer, size: number): void {
  const { target, position, capacity } = writer;
  const larger = Math.max(position + size, capacity * 2);
  writer.target = new Uint8Array(larger);
  writer.target.set(new Uint8Array(target.buffer, 0, position));
  writer.view = new DataView(writer.target.buffer);
  writer.capacity = larger;
}
