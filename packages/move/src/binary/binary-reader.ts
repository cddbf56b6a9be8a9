import { MoveError, type MoveErrorCode } from "../errors.ts";

/**
 * Reads the primitives of the binary format. Unlike BCS it has LEB128 numbers of up to 64 bits, each with its own upper
 * bound, and tables without counts: a reader covers one span and is done when the span is used up.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#2 | Specification, module format 2}
 */
export class BinaryReader {
  readonly bytes: Uint8Array;
  /** Offset of the next byte from the start of the module. */
  position: number;
  /** Offset after the span's last byte. */
  readonly end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  get done(): boolean {
    return this.position >= this.end;
  }

  error(code: MoveErrorCode, reason: string, offset = this.position): MoveError {
    return new MoveError(code, reason, { offset });
  }

  u8(): number {
    if (this.position >= this.end) throw this.error("unexpected_end", "the input ends inside an entry");
    return this.bytes[this.position++]!;
  }

  /** Moves over `count` bytes and returns where they start. */
  skip(count: number): number {
    const start = this.position;
    if (count > this.end - start) throw this.error("unexpected_end", "the input ends inside an entry");
    this.position = start + count;
    return start;
  }

  /** A view of the next `count` bytes. */
  take(count: number): Uint8Array {
    const start = this.skip(count);
    return this.bytes.subarray(start, start + count);
  }

  u16(): number {
    const at = this.skip(2);
    return this.bytes[at]! | (this.bytes[at + 1]! << 8);
  }

  u32(): number {
    const at = this.skip(4);
    const { bytes } = this;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }

  /** Little-endian unsigned number of `size` bytes. */
  unsigned(size: number): bigint {
    const at = this.skip(size);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.bytes[at + i]!);
    return value;
  }

  /** Minimal LEB128 of at most 64 bits, at most `max` (below 2^53). */
  uleb(max: number): number {
    const start = this.position;
    const first = this.u8();
    if (first < 0x80) {
      if (first > max) throw this.error("limit_exceeded", `a number is above ${max}`, start);
      return first;
    }
    const second = this.u8();
    // Indices of large modules take two bytes; only absurd numbers and masks take more.
    const short = second < 0x80 && second > 0;
    const value = short ? (first & 0x7f) | (second << 7) : Number(this.#longUleb(first, start));
    if (value > max) throw this.error("limit_exceeded", `a number is above ${max}`, start);
    return value;
  }

  /** Minimal LEB128 of at most 64 bits. */
  uleb64(): bigint {
    const start = this.position;
    return this.#longUleb(this.u8(), start);
  }

  #longUleb(first: number, start: number): bigint {
    this.position = start + 1;
    let value = BigInt(first & 0x7f);
    let byte = first;
    for (let shift = 7n; byte >= 0x80; shift += 7n) {
      byte = this.u8();
      if (shift === 63n && byte > 1) throw this.error("malformed_uleb", "a LEB128 number has more than 64 bits", start);
      if (byte === 0) throw this.error("malformed_uleb", "a LEB128 number is not in its shortest form", start);
      value |= BigInt(byte & 0x7f) << shift;
    }
    return value;
  }

  /** `01` false, `02` true: the format's own boolean and option marker. */
  marker(): boolean {
    const byte = this.u8();
    if (byte === 1) return false;
    if (byte === 2) return true;
    throw this.error("bad_tag", "a marker is neither 1 nor 2", this.position - 1);
  }
}
