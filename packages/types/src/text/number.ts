import { TypesError } from "../errors.ts";
import { quoteText } from "./quote.ts";

/** Integer types of the chain. */
export type IntegerType =
  | "u8"
  | "u16"
  | "u32"
  | "u64"
  | "u128"
  | "u256"
  | "i8"
  | "i16"
  | "i32"
  | "i64"
  | "i128"
  | "i256";

/** Longest accepted number text. It leaves room for a sign and leading zeros around the 78 digits of a u256. */
export const maxNumberTextLength = 79;

const unsignedDigits = /^\+?[0-9]+$/;
const signedDigits = /^[+-]?[0-9]+$/;

const ranges: { readonly [Type in IntegerType]: readonly [bigint, bigint] } = {
  u8: unsignedRange(8n),
  u16: unsignedRange(16n),
  u32: unsignedRange(32n),
  u64: unsignedRange(64n),
  u128: unsignedRange(128n),
  u256: unsignedRange(256n),
  i8: signedRange(8n),
  i16: signedRange(16n),
  i32: signedRange(32n),
  i64: signedRange(64n),
  i128: signedRange(128n),
  i256: signedRange(256n),
};

/**
 * Reads a decimal integer of any width. A leading `+` and leading zeros pass, as in the reference; `-` only for signed
 * types; nothing else does (no separators, no hex, no white space).
 *
 * @throws {@link TypesError} `invalid_number`; the message names the type, the text and the fault
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, U64
 */
export function parseInteger(type: IntegerType, text: string): bigint {
  if (text.length > maxNumberTextLength) throw numberError(type, text, `longer than ${maxNumberTextLength} characters`);
  if (text.length === 0) throw numberError(type, text, "empty text");
  const short = readShortNumber(text);
  const value = short < 0 ? readNumber(type, text) : BigInt(short);
  const [min, max] = ranges[type];
  if (value > max) throw numberError(type, text, "number too large");
  if (value < min) throw numberError(type, text, "number too small");
  return value;
}

/** Digits that a number of the platform holds exactly, whatever they are. */
const shortNumber = 15;

/** The value of a text of nothing but a few digits, which most are; -1 for any other. */
function readShortNumber(text: string): number {
  if (text.length > shortNumber) return -1;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function readNumber(type: IntegerType, text: string): bigint {
  const digits = type.startsWith("i") ? signedDigits : unsignedDigits;
  if (!digits.test(text)) throw numberError(type, text, "invalid digit");
  // BigInt reads "-5" but not "+5".
  return BigInt(text.startsWith("+") ? text.slice(1) : text);
}

/** Reads a decimal u8; see {@link parseInteger}. */
export function parseU8(text: string): number {
  return Number(parseInteger("u8", text));
}

/** Reads a decimal u16, e.g. the `limit` of a page; see {@link parseInteger}. */
export function parseU16(text: string): number {
  return Number(parseInteger("u16", text));
}

/** Reads a decimal u32; see {@link parseInteger}. */
export function parseU32(text: string): number {
  return Number(parseInteger("u32", text));
}

/** Reads a decimal u64; see {@link parseInteger}. */
export function parseU64(text: string): bigint {
  return parseInteger("u64", text);
}

/** Reads a decimal u128; see {@link parseInteger}. */
export function parseU128(text: string): bigint {
  return parseInteger("u128", text);
}

/** Reads a decimal u256; see {@link parseInteger}. */
export function parseU256(text: string): bigint {
  return parseInteger("u256", text);
}

/** Reads a decimal i64; see {@link parseInteger}. */
export function parseI64(text: string): bigint {
  return parseInteger("i64", text);
}

/** Reads a decimal i128; see {@link parseInteger}. */
export function parseI128(text: string): bigint {
  return parseInteger("i128", text);
}

/** Reads a decimal i256; see {@link parseInteger}. */
export function parseI256(text: string): bigint {
  return parseInteger("i256", text);
}

/** True if an integer fits a type. */
export function isInRange(type: IntegerType, value: bigint): boolean {
  const [min, max] = ranges[type];
  return value >= min && value <= max;
}

function unsignedRange(bits: bigint): readonly [bigint, bigint] {
  return [0n, (1n << bits) - 1n];
}

function signedRange(bits: bigint): readonly [bigint, bigint] {
  return [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
}

function numberError(type: IntegerType, text: string, fault: string): TypesError {
  return new TypesError("invalid_number", `invalid ${type} ${quoteText(text)}: ${fault}`);
}
