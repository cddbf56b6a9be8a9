import { isUtf8 } from "@ledger/move";
import { VmError } from "../status/vm-error.ts";
import type { PrimitiveType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import { ByteVector } from "../value/byte-vector.ts";
import { deserializeValue } from "../value/deserialize.ts";
import type { Value } from "../value/value.ts";

/** Bytes of a string, or of everything that an argument holds outside of structs. */
const maxBytes = 1_000_000;

/** Bytes of the values that have a fixed size. */
const fixedSizes: { readonly [Kind in PrimitiveType["kind"]]?: number } = {
  Bool: 1,
  U8: 1,
  U16: 2,
  U32: 4,
  U64: 8,
  U128: 16,
  U256: 32,
  I8: 1,
  I16: 2,
  I32: 4,
  I64: 8,
  I128: 16,
  I256: 32,
  Address: 32,
};

/** Reads the BCS of an argument piece by piece. */
export class ArgumentCursor {
  readonly bytes: Uint8Array;
  readonly #types: TypeTable;
  position = 0;
  /** A boolean was neither 0 nor 1. Calls of constructors refuse it at once, the function itself only when it is called. */
  hasBadBool = false;
  /** Bytes read since the last constructor was entered. */
  #read = 0;

  constructor(bytes: Uint8Array, types: TypeTable) {
    this.bytes = bytes;
    this.#types = types;
  }

  get isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  /** Reads what a constructor takes: bytes count apart there. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    const outside = this.#read;
    this.#read = 0;
    const start = this.position;
    const result = await work();
    this.#read = outside + this.position - start;
    return result;
  }

  /** The length of a vector, or the number of a variant. */
  uleb(): number {
    let value = 0;
    for (let factor = 1, i = 0; i < 5; factor *= 128, i++) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        if (value > 0xffff_ffff || (byte === 0 && i > 0)) break;
        this.#read += i + 1;
        return value;
      }
    }
    throw badArgument("a length does not decode");
  }

  /** A value of a type without parts; undefined for a type whose values are no arguments. */
  primitive(type: Type): Value | undefined {
    const size = fixedSizes[type.kind as PrimitiveType["kind"]];
    if (size === undefined) return undefined;
    const bytes = this.take(size);
    if (type.kind === "Bool" && bytes[0]! > 1) {
      this.hasBadBool = true;
      return false;
    }
    return deserializeValue(bytes, { kind: type.kind as PrimitiveType["kind"] }, this.#types);
  }

  /** The elements of a `vector<u8>`. */
  byteVector(): ByteVector {
    return new ByteVector(this.take(this.uleb()).slice());
  }

  /** The bytes of a `String`; undefined when they are not UTF-8. */
  text(): ByteVector | undefined {
    const outside = this.#read;
    this.#read = 0;
    const start = this.position;
    const text = this.byteVector();
    this.#read = outside + this.position - start;
    return isUtf8(text.bytes, 0, text.bytes.length) ? text : undefined;
  }

  take(size: number): Uint8Array {
    const end = this.position + size;
    if (end > this.bytes.length) throw badArgument("the argument ends too early");
    if (this.#read + size > maxBytes) throw badArgument(`an argument holds at most ${maxBytes} bytes`);
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    this.#read += size;
    return taken;
  }
}

/** The failure of an argument whose bytes are no value of its parameter's type. */
export function badArgument(reason: string): VmError {
  return new VmError("FAILED_TO_DESERIALIZE_ARGUMENT", reason);
}

/** The failure of a function that cannot be called from outside as it is declared. */
export function badSignature(reason: string): VmError {
  return new VmError("INVALID_MAIN_FUNCTION_SIGNATURE", reason);
}
