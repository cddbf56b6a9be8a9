import { ValueFault } from "./fault.ts";
import type { HeldTable } from "./held-table.ts";

/** A position in a value's bytes. Every step is checked against the end. */
export class ValueReader {
  readonly bytes: Uint8Array;
  /** Bytes read so far. */
  position: number;
  readonly end: number;
  /**
   * Field positions of the structs being printed, as a stack: members are printed by name, not in stored order. One
   * shared array spares an allocation for each struct.
   */
  readonly positions: number[] = [];

  /**
   * Containers that function values may still open. The depth of all other values is known from their layout; a function
   * value brings layouts of its own.
   */
  depthLeft = 128;

  /** Collects the tables that are met; none when absent. */
  tables: HeldTable[] | undefined = undefined;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  fault(reason: string, offset = this.position): ValueFault {
    return new ValueFault("malformed_value", reason, { offset });
  }

  /** Moves over `size` bytes and returns where they start. */
  take(size: number): number {
    const start = this.position;
    const next = start + size;
    if (next > this.end) throw this.fault("the value ends too early");
    this.position = next;
    return start;
  }

  /** A minimal ULEB128 number of 32 bits. */
  uleb(): number {
    const start = this.position;
    if (start >= this.end) throw this.fault("the value ends too early");
    const first = this.bytes[start]!;
    this.position = start + 1;
    return first < 0x80 ? first : this.#longUleb(first, start);
  }

  #longUleb(first: number, start: number): number {
    let value = first & 0x7f;
    for (let shift = 7; shift <= 28; shift += 7) {
      const byte = this.bytes[this.take(1)]!;
      value += (byte & 0x7f) * 2 ** shift; // `<<` would wrap at the sign bit
      if (byte >= 0x80) continue;
      if (byte === 0 || value > 0xffff_ffff) break;
      return value;
    }
    throw this.fault("a length or index is not a minimal 32-bit number", start);
  }

  /** The count of a sequence whose items take at least `minSize` bytes (1 or more), checked against the bytes left. */
  count(minSize: number): number {
    const start = this.position;
    const count = this.uleb();
    if (count * minSize > this.end - this.position) throw this.fault("a sequence is longer than the value", start);
    return count;
  }

  expectEnd(): void {
    if (this.position !== this.end) throw this.fault("bytes are left over");
  }
}
