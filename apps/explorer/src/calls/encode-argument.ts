import {
  type AnyCodec,
  bool,
  bytes,
  i8,
  i16,
  i32,
  i64,
  i128,
  i256,
  option,
  string,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  vector,
} from "@ledger/bcs";
import { Address, type IntegerType, parseAddress, parseHex, parseInteger } from "@ledger/types";
import { formatType, type TypeText } from "../move/type-text.ts";

/** An argument that does not fit its parameter. */
class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/** How values of a type are read from the form's JSON, and written as BCS. */
interface ArgumentForm {
  readonly codec: AnyCodec;
  readonly read: (value: unknown) => unknown;
}

const integers: Readonly<Record<IntegerType, AnyCodec>> = {
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  i8,
  i16,
  i32,
  i64,
  i128,
  i256,
};

/** Integers up to this width are numbers to their codecs. */
const narrow: ReadonlySet<string> = new Set(["u8", "u16", "u32", "i8", "i16", "i32"]);

/**
 * BCS of an argument of an entry function. The page makes it itself, so that what is signed is what the form shows.
 *
 * @throws ArgumentError
 */
export function encodeArgument(type: TypeText, value: unknown, label: string): Uint8Array {
  try {
    const { codec, read } = argumentForm(type);
    return codec.encode(read(value));
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new ArgumentError(`${label}: ${fault}`, { cause: error });
  }
}

function argumentForm(type: TypeText): ArgumentForm {
  const { head, args } = type;
  if (head === "bool") return { codec: bool, read: (value) => value === true };
  if (isIntegerType(head)) return { codec: integers[head], read: (value) => readInteger(head, value) };
  if (head === "address" || head === "0x1::object::Object") {
    return { codec: Address, read: (value) => parseAddress(String(value)) };
  }
  if (head === "0x1::string::String") return { codec: string, read: String };
  const [item] = args;
  if (head === "vector" && item?.head === "u8") return { codec: bytes, read: (value) => parseHex(String(value)) };
  if (head === "vector" && item !== undefined) {
    const { codec, read } = argumentForm(item);
    return { codec: vector(codec), read: (value) => (value as readonly unknown[]).map(read) };
  }
  if (head === "0x1::option::Option" && item !== undefined) {
    const { codec, read } = argumentForm(item);
    return { codec: option(codec), read: (value) => (isSome(value) ? read(value.vec[0]) : undefined) };
  }
  if (head === "0x1::fixed_point32::FixedPoint32") return wrappedForm("u64");
  if (head === "0x1::fixed_point64::FixedPoint64") return wrappedForm("u128");
  throw new ArgumentError(`this page cannot write a value of the type ${formatType(type)}`);
}

/** Returns true for the JSON form of an option that holds a value. */
function isSome(value: unknown): value is { readonly vec: readonly [unknown] } {
  const vec: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "vec") : undefined;
  return Array.isArray(vec) && vec.length > 0;
}

/** A struct of one integer, `value`. */
function wrappedForm(type: IntegerType): ArgumentForm {
  return {
    codec: integers[type],
    read: (value) => readInteger(type, (value as { readonly value?: unknown } | null)?.value),
  };
}

function isIntegerType(head: string): head is IntegerType {
  return head in integers;
}

function readInteger(type: IntegerType, value: unknown): number | bigint {
  const integer = parseInteger(type, String(value ?? ""));
  return narrow.has(type) ? Number(integer) : integer;
}
