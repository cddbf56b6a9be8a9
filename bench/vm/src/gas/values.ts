import { formatAddressLong, parseAddress } from "@ledger/types";
import { ByteVector, type Value } from "@ledger/vm";

/** Type text of strings. */
export const string = "0x1::string::String";

/** An account that acts. */
export const accountAddress = formatAddressLong(parseAddress("0xa11ce"));

/** A `vector<u8>` of one byte, repeated. */
export function bytesOf(length: number, byte = 0x61): ByteVector {
  return new ByteVector(new Uint8Array(length).fill(byte));
}

/** A `vector<u8>` of hex digits. */
export function hex(digits: string): ByteVector {
  return new ByteVector(Buffer.from(digits, "hex"));
}

/** A `0x1::string::String` of one character, repeated. */
export function textOf(length: number, character = "a"): Value {
  return [bytesOf(length, character.charCodeAt(0))];
}

/** A `0x1::string::String`. */
export function text(content: string): Value {
  return [new ByteVector(Buffer.from(content))];
}

/** A list, made item by item. */
export function listOf<T>(length: number, item: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => item(index));
}

/** Vectors of one type, of which natives and instructions look at every item. */
export interface Shape {
  readonly type: string;
  readonly element: string;
  readonly make: (size: number) => Value;
  /** BCS of an item. */
  readonly item: readonly number[];
}

const bytes = (length: number, byte: number): number[] => listOf(length, () => byte);

/** The shapes: integers of several widths, and items that are objects. */
export const shapes: readonly Shape[] = [
  { ...shape("u8", () => 0, [0x61]), make: (size) => bytesOf(size) },
  shape("bool", () => true, [1]),
  shape("u64", () => 2n ** 64n - 1n, bytes(8, 255)),
  shape("u256", () => 2n ** 256n - 1n, bytes(32, 255)),
  shape("address", () => accountAddress, bytes(32, 1)),
  shape("vector<u8>", () => bytesOf(0), [0]),
  shape("vector<u64>", () => [], [0]),
  shape(string, () => textOf(1), [1, 0x61]),
];

function shape(element: string, make: () => Value, item: readonly number[]): Shape {
  return { type: `vector<${element}>`, element, make: (size) => listOf(size, make), item };
}

/** BCS of a vector of one item, repeated. */
export function vectorBytes(count: number, item: readonly number[]): Uint8Array {
  const head: number[] = [];
  for (let rest = count; ; rest >>>= 7) {
    head.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80);
    if (rest < 0x80) break;
  }
  const encoded = new Uint8Array(head.length + count * item.length);
  encoded.set(head);
  for (let index = 0; index < count; index++) encoded.set(item, head.length + index * item.length);
  return encoded;
}
