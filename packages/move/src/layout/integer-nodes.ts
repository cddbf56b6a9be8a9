import { i64, i128, i256, u64, u128, u256, type Writer } from "@ledger/bcs";
import { type IntegerType, parseInteger } from "@ledger/types";
import { jsonFault, parseJsonText } from "../value/fault.ts";
import { type JsonValue, jsonKind } from "../value/json-value.ts";
import { type JsonWriter, wordAt } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import { type LayoutNode, LeafNode } from "./layout-node.ts";

/** Integers of up to 32 bits: JSON numbers. */
export class SmallIntegerNode extends LeafNode implements LayoutNode {
  readonly jsonType: string;
  readonly #size: number;
  /** Bits that a signed value has above its own width in 32; 0 and unsigned otherwise. */
  readonly #signShift: number;
  readonly #min: number;
  readonly #max: number;

  constructor(type: "u8" | "u16" | "u32" | "i8" | "i16" | "i32", size: 1 | 2 | 4) {
    super(size);
    const signed = type.startsWith("i");
    const range = 2 ** (8 * size);
    this.jsonType = `integer<${type}>`;
    this.#size = size;
    this.#signShift = signed ? 32 - 8 * size : -1;
    this.#min = signed ? -range / 2 : 0;
    this.#max = signed ? range / 2 - 1 : range - 1;
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const size = this.#size;
    const at = input.take(size);
    const { bytes } = input;
    let value = bytes[at]!;
    if (size > 1) value |= bytes[at + 1]! << 8;
    if (size > 2) value |= (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    const shift = this.#signShift;
    output.integer(shift < 0 ? value >>> 0 : (value << shift) >> shift);
  }

  skip(input: ValueReader): void {
    input.take(this.#size);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (typeof json !== "number" || !Number.isInteger(json) || (Object.is(json, -0) && this.#min === 0)) {
      throw jsonFault(this.jsonType, jsonKind(json));
    }
    if (json < this.#min || json > this.#max) throw jsonFault(this.jsonType, "an integer out of range");
    for (let i = 0, rest = json; i < this.#size; i++, rest >>= 8) output.u8(rest & 0xff);
  }
}

/** u64: a decimal string. */
export class U64Node extends LeafNode implements LayoutNode {
  readonly jsonType = "string<u64>";

  constructor() {
    super(8);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    output.u64String(input.bytes, input.take(8));
  }

  skip(input: ValueReader): void {
    input.take(8);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    u64.write(output, integerOf(json, "u64", this.jsonType));
  }
}

const bigCodecs = { u128, u256, i64, i128, i256 } as const;

/** Integers of more than 64 bits, and signed ones of 64: decimal strings. */
export class BigIntegerNode extends LeafNode implements LayoutNode {
  readonly jsonType: string;
  readonly #type: keyof typeof bigCodecs;
  readonly #size: number;
  readonly #signed: boolean;

  constructor(type: keyof typeof bigCodecs) {
    const size = bigCodecs[type].fixedSize!;
    super(size);
    this.jsonType = `string<${type}>`;
    this.#type = type;
    this.#size = size;
    this.#signed = type.startsWith("i");
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const size = this.#size;
    const at = input.take(size);
    const { bytes } = input;
    let top = at + size - 1;
    while (top > at + 7 && bytes[top] === 0) top--;
    // Most wide integers are small: they take the way of u64. A signed one with its sign bit set never gets here with 8 bytes.
    if (top <= at + 7 && !(this.#signed && size === 8)) output.u64String(bytes, at);
    else output.integerString(this.#wide(bytes, at));
  }

  #wide(bytes: Uint8Array, at: number): bigint {
    let value = 0n;
    for (let i = this.#size - 4; i >= 0; i -= 4) value = (value << 32n) | BigInt(wordAt(bytes, at + i));
    return this.#signed ? BigInt.asIntN(8 * this.#size, value) : value;
  }

  skip(input: ValueReader): void {
    input.take(this.#size);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    bigCodecs[this.#type].write(output, integerOf(json, this.#type, this.jsonType));
  }
}

function integerOf(json: JsonValue | undefined, type: IntegerType, jsonType: string): bigint {
  return parseJsonText(json, jsonType, (text) => parseInteger(type, text));
}
