import { Reader } from "@ledger/bcs";
import { type Address, formatAddressLong, isIdentifier, TypeTag } from "@ledger/types";
import type { TypeTable } from "../type/type-table.ts";
import { ByteVector, noBytes } from "./byte-vector.ts";
import { readCapturedLayout } from "./captured-layout.ts";
import { type IntegerKind, integer, integerRanges } from "./integer.ts";
import type { FieldLayout, ValueLayout } from "./layout.ts";
import { Closure, type Integer, type Value } from "./value.ts";

/** Thrown inside this file only: the bytes are not a value of the layout. */
class Malformed extends Error {}

/** Values inside one another that a function value's own layouts may still add. */
const maxDepth = 500;

/**
 * Reads a value that takes all of the bytes. Text is not checked to be UTF-8.
 *
 * @param types - makes the types that function values name
 * @returns undefined when the bytes are not exactly one value of the layout
 */
export function deserializeValue(bytes: Uint8Array, layout: ValueLayout, types: TypeTable): Value | undefined {
  const source = new ByteSource(bytes, types);
  try {
    const value = source.value(layout, 0);
    return source.position === bytes.length ? value : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

class ByteSource {
  readonly bytes: Uint8Array;
  readonly types: TypeTable;
  position = 0;

  constructor(bytes: Uint8Array, types: TypeTable) {
    this.bytes = bytes;
    this.types = types;
  }

  fail(): never {
    throw new Malformed("not a value of its type");
  }

  value(layout: ValueLayout, depth: number): Value {
    switch (layout.kind) {
      case "Bool": {
        const byte = this.byte();
        return byte > 1 ? this.fail() : byte === 1;
      }
      case "Address":
        return formatAddressLong(this.take(32) as Address);
      case "Signer":
        return this.fail();
      case "Vector": {
        const count = this.count();
        return layout.element.kind === "U8" ? this.#bytes(count) : this.#items(count, layout.element, depth + 1);
      }
      case "Struct":
        return this.#fields([], layout.fields, depth);
      case "Enum": {
        const tag = this.uleb();
        const variant = layout.variants[tag];
        return variant === undefined ? this.fail() : this.#fields([tag], variant.fields, depth);
      }
      case "Function":
        return depth > maxDepth ? this.fail() : this.#closure(depth);
      default:
        return this.integer(layout.kind);
    }
  }

  #bytes(count: number): ByteVector {
    if (count === 0) return new ByteVector(noBytes);
    const start = this.skip(count);
    return new ByteVector(this.bytes.slice(start, start + count));
  }

  #items(count: number, layout: ValueLayout, depth: number): Value[] {
    const items: Value[] = [];
    for (let i = 0; i < count; i++) items.push(this.value(layout, depth));
    return items;
  }

  #fields(into: Value[], fields: readonly FieldLayout[], depth: number): Value[] {
    for (const field of fields) into.push(this.value(field.layout, depth + 1));
    return into;
  }

  integer(kind: IntegerKind): Integer {
    const { bits, signed } = integerRanges[kind];
    const start = this.skip(bits / 8);
    const { bytes } = this;
    if (bits <= 32) {
      let value = 0;
      for (let i = bits / 8 - 1; i >= 0; i--) value = value * 256 + bytes[start + i]!;
      return signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    }
    let wide = 0n;
    for (let i = bits / 8 - 4; i >= 0; i -= 4) wide = (wide << 32n) | BigInt(this.#word(start + i));
    return integer(signed ? BigInt.asIntN(bits, wide) : wide);
  }

  #word(at: number): number {
    const { bytes } = this;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }

  byte(): number {
    if (this.position >= this.bytes.length) this.fail();
    return this.bytes[this.position++]!;
  }

  take(length: number): Uint8Array {
    const start = this.skip(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Passes some bytes. @returns the position of the first one */
  skip(length: number): number {
    const start = this.position;
    if (length > this.bytes.length - start) this.fail();
    this.position = start + length;
    return start;
  }

  uleb(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if ((byte === 0 && scale > 1) || value > 0xffff_ffff) this.fail();
        return value;
      }
      if (scale > 0x1000_0000 - 1) this.fail();
    }
  }

  /** A number of items, each of at least one byte. */
  count(): number {
    const count = this.uleb();
    return count > this.bytes.length - this.position ? this.fail() : count;
  }

  #text(): string {
    const bytes = this.take(this.count());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return isIdentifier(text) ? text : this.fail();
  }

  #closure(depth: number): Closure {
    const parts = this.uleb();
    if (this.integer("U16") !== 1) this.fail();
    const address = formatAddressLong(this.take(32) as Address);
    const module = this.#text();
    const name = this.#text();
    const typeArgs = [];
    for (let count = this.count(); count > 0; count--) typeArgs.push(this.types.ofTag(this.#tag()));
    const mask = BigInt(this.integer("U64"));
    let ones = 0;
    for (let rest = mask; rest > 0n; rest >>= 1n) ones += Number(rest & 1n);
    if (parts !== 5 + 2 * ones) this.fail();
    const captured: Value[] = [];
    const layouts: ValueLayout[] = [];
    for (let i = 0; i < ones; i++) {
      const layout = readCapturedLayout(this);
      layouts.push(layout);
      captured.push(this.value(layout, depth + 1));
    }
    return new Closure({ address, module, name, typeArgs }, mask, captured, layouts);
  }

  #tag(): TypeTag {
    const reader = new Reader(this.bytes.subarray(this.position));
    try {
      const tag = TypeTag.read(reader);
      this.position += reader.position;
      return tag;
    } catch {
      return this.fail();
    }
  }
}
