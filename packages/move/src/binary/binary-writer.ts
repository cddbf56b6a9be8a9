import { MoveError } from "../errors.ts";

/** Writes the primitives of the binary format, refusing what its reader would refuse. */
export class BinaryWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): number {
    const start = this.#length;
    const needed = start + count;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#length = needed;
    return start;
  }

  u8(value: number): void {
    // Reserve first: growing replaces the buffer.
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(value: number): void {
    this.unsigned(BigInt(value), 2);
  }

  u32(value: number): void {
    this.unsigned(BigInt(value), 4);
  }

  /** Little-endian unsigned number of `size` bytes. */
  unsigned(value: bigint, size: number): void {
    if (value < 0n || value >> BigInt(8 * size) !== 0n) throw limitError(`a number does not fit in ${size} bytes`);
    const at = this.#reserve(size);
    for (let i = 0, rest = value; i < size; i++, rest >>= 8n) this.#bytes[at + i] = Number(rest & 0xffn);
  }

  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  /** Minimal LEB128 of a number of at most `max`. */
  uleb(value: number, max: number): void {
    if (!Number.isInteger(value) || value < 0 || value > max) throw limitError(`a number is not between 0 and ${max}`);
    let rest = value;
    while (rest >= 0x80) {
      this.u8((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.u8(rest);
  }

  /** Minimal LEB128 of a u64. */
  uleb64(value: bigint): void {
    if (value < 0n || value >> 64n !== 0n) throw limitError("a number does not fit in 64 bits");
    let rest = value;
    while (rest >= 0x80n) {
      this.u8(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.u8(Number(rest));
  }

  marker(value: boolean): void {
    this.u8(value ? 2 : 1);
  }
}

function limitError(reason: string): MoveError {
  return new MoveError("limit_exceeded", reason);
}
