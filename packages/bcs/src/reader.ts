import { BcsError, type BcsErrorCode } from "./errors.ts";
import { isBytes, lengthOf } from "./internal/is-bytes.ts";
import { halves, high, low, quad } from "./internal/words.ts";
import { maxSequenceLength, maxZeroSizeItems } from "./limits.ts";

/**
 * A position in an input. Every read is bounded by the given view, never by the buffer under it, and either moves
 * `position` past what it read or throws {@link BcsError}; after an error the reader is of no further use.
 */
export class Reader {
  /** The input. */
  readonly source: Uint8Array;
  /** Bytes in the input. */
  readonly end: number;
  /** Bytes read so far. */
  position = 0;
  /** Named containers (struct, newtype, enumeration) around the current position. */
  depth = 0;
  /** Lazy codecs around the current position. */
  lazyDepth = 0;
  /** Items read so far that may have taken no bytes. */
  emptyItems = 0;
  // Looked up when the first view is made: asking a small array for its buffer makes the engine move it out of its heap.
  #buffer: ArrayBufferLike | undefined;
  #base = 0;

  constructor(source: Uint8Array) {
    if (!isBytes(source)) throw new BcsError("wrong_type", 0, "Uint8Array");
    this.source = source;
    this.end = lengthOf(source);
  }

  /** Bytes not yet read. */
  get remaining(): number {
    return this.end - this.position;
  }

  /** An error at the current position, or at `offset`. */
  error(code: BcsErrorCode, expected: string, offset: number = this.position): BcsError {
    return new BcsError(code, offset, expected);
  }

  /** One byte. */
  u8(): number {
    const position = this.position;
    if (position >= this.end) throw this.error("unexpected_end", "u8");
    this.position = position + 1;
    return this.source[position]!;
  }

  /** Two bytes, low first. */
  u16(): number {
    const at = this.#take(2, "u16");
    const source = this.source;
    return source[at]! | (source[at + 1]! << 8);
  }

  /** Four bytes, low first. */
  u32(): number {
    const at = this.#take(4, "u32");
    const source = this.source;
    return (source[at]! | (source[at + 1]! << 8) | (source[at + 2]! << 16) | (source[at + 3]! << 24)) >>> 0;
  }

  /** Eight bytes, low first. */
  u64(): bigint {
    const at = this.#take(8, "u64");
    const source = this.source;
    halves[low] = source[at]! | (source[at + 1]! << 8) | (source[at + 2]! << 16) | (source[at + 3]! << 24);
    halves[high] = source[at + 4]! | (source[at + 5]! << 8) | (source[at + 6]! << 16) | (source[at + 7]! << 24);
    return quad[0]!;
  }

  /** A ULEB128 number of 32 bits: at most five bytes, in the shortest form. */
  uleb128(): number {
    const first = this.u8();
    return first < 0x80 ? first : readLongUleb128(this, first);
  }

  /**
   * The length of a sequence of items, checked against the bytes left before anything is allocated.
   *
   * @param minSize - least bytes per item
   * @param expected - wire name of the sequence
   */
  length(minSize: number, expected: string): number {
    const start = this.position;
    const length = this.uleb128();
    if (minSize === 0) this.emptyItems += length;
    if (length > maxSequenceLength || this.emptyItems > maxZeroSizeItems) {
      throw this.error("length_too_large", expected, start);
    }
    if (length * minSize > this.end - this.position) throw this.error("unexpected_end", expected, start);
    return length;
  }

  /** The next `length` bytes, as a view of the input: copy what outlives it. */
  bytes(length: number, expected = "bytes"): Uint8Array {
    const position = this.position;
    const next = position + length;
    if (!(length >= 0 && next <= this.end)) throw this.error("unexpected_end", expected);
    this.position = next;
    return this.#view(position, length);
  }

  /** The input from `start` up to `end`, as a view, wherever the reader is. */
  slice(start: number, end: number = this.position): Uint8Array {
    if (!(start >= 0 && start <= end && end <= this.end)) throw this.error("unexpected_end", "slice", start);
    return this.#view(start, end - start);
  }

  #view(start: number, length: number): Uint8Array {
    if (this.#buffer === undefined) {
      this.#buffer = this.source.buffer;
      this.#base = this.source.byteOffset;
    }
    // The constructor costs less than `subarray`, which looks for a species.
    return new Uint8Array(this.#buffer, this.#base + start, length);
  }

  /** Refuses bytes left over. */
  expectEnd(expected = "end of input"): void {
    if (this.position !== this.end) throw this.error("trailing_bytes", expected);
  }

  #take(size: number, expected: string): number {
    const position = this.position;
    if (position + size > this.end) throw this.error("unexpected_end", expected);
    this.position = position + size;
    return position;
  }
}

function readLongUleb128(reader: Reader, first: number): number {
  const start = reader.position - 1;
  let value = first & 0x7f;
  for (let shift = 7; shift <= 28; shift += 7) {
    const byte = reader.u8();
    value += (byte & 0x7f) * 2 ** shift; // `<<` would wrap at the sign bit
    if (byte >= 0x80) continue;
    if (byte === 0) throw reader.error("uleb128_not_minimal", "uleb128", start);
    if (value > 0xffff_ffff) break;
    return value;
  }
  throw reader.error("uleb128_overflow", "uleb128", start);
}
