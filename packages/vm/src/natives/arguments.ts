import type { AddressText } from "../address.ts";
import { VmError } from "../status/vm-error.ts";
import { ByteVector } from "../value/byte-vector.ts";
import { type Integer, Reference, type Value } from "../value/value.ts";

/** The failure when a declaration of a native has another signature than the framework's: verified code has none. */
function wrongType(expected: string): VmError {
  return new VmError("INTERNAL_TYPE_ERROR", `a native function needs ${expected}`);
}

/** A `vector<u8>`'s bytes, without a copy: not to be kept. */
export function bytesOf(value: Value | undefined): Uint8Array {
  if (value instanceof ByteVector) return value.bytes;
  throw wrongType("a vector<u8>");
}

/** A reference. */
export function referenceOf(value: Value | undefined): Reference {
  if (value instanceof Reference) return value;
  throw wrongType("a reference");
}

/** The bytes that a `&vector<u8>` leads to, without a copy. */
export function bytesBehind(value: Value | undefined): Uint8Array {
  return bytesOf(referenceOf(value).target);
}

/** The fields of a struct, the tag and fields of an enum, or the elements of a vector other than `vector<u8>`. */
export function partsOf(value: Value | undefined): Value[] {
  if (Array.isArray(value)) return value;
  throw wrongType("a struct or vector");
}

/** The parts of the value that a reference leads to. */
export function partsBehind(value: Value | undefined): Value[] {
  return partsOf(referenceOf(value).target);
}

/** An address. */
export function addressOf(value: Value | undefined): AddressText {
  if (typeof value === "string") return value;
  throw wrongType("an address");
}

/** A bool. */
export function boolOf(value: Value | undefined): boolean {
  if (typeof value === "boolean") return value;
  throw wrongType("a bool");
}

/** An integer of any width. */
export function integerOf(value: Value | undefined): Integer {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw wrongType("an integer");
}

/** The bytes of a `0x1::string::String`, without a copy. */
export function textBytesOf(value: Value | undefined): Uint8Array {
  return bytesOf(partsOf(value)[0]);
}
