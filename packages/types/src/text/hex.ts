import { TypesError, type TypesErrorCode } from "../errors.ts";
import { quoteCharacter } from "./quote.ts";

const hexDigits = "0123456789abcdef";
const bytePairs: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => hexDigits[byte >> 4]! + hexDigits[byte & 15]!,
);

/** ASCII codes of the two digits of each byte, for long inputs. */
const digitCodes = new Uint8Array(512);
for (let byte = 0; byte < 256; byte++) {
  digitCodes[2 * byte] = hexDigits.charCodeAt(byte >> 4);
  digitCodes[2 * byte + 1] = hexDigits.charCodeAt(byte & 15);
}

/** Value of each ASCII digit, 255 for characters that are none. */
const digitValues = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) {
  digitValues[hexDigits.charCodeAt(value)] = value;
  digitValues[hexDigits.toUpperCase().charCodeAt(value)] = value;
}

/** Up to here joining pairs is faster, beyond it decoding an array of digits. */
const longestJoined = 128;

// The package is compiled without DOM and Node types; this standard class is all it needs of them here.
declare const TextDecoder: new () => { decode(input: Uint8Array): string };
const ascii = /* @__PURE__ */ new TextDecoder();

/** Bytes as lower-case hex without `0x`, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return bytes.length <= longestJoined ? joinPairs("", bytes, 0) : decodeDigits(bytes);
}

/** Bytes as lower-case hex with `0x`, two digits a byte; empty is `0x` (the `HexEncodedBytes` of the REST API). */
export function formatHex(bytes: Uint8Array): string {
  return bytes.length <= longestJoined ? joinPairs("0x", bytes, 0) : `0x${decodeDigits(bytes)}`;
}

/**
 * Reads hex without `0x`.
 *
 * @throws {@link TypesError} `invalid_hex` with the position of the first character that is not a hex digit, or when
 * the number of digits is odd
 */
export function hexToBytes(text: string): Uint8Array {
  return readHex(text, 0, "invalid_hex", "hex");
}

/**
 * Reads hex with or without `0x`: an even number of digits of either case, possibly none.
 *
 * @throws {@link TypesError} `invalid_hex`; the position counts from the start of the text
 * @see Ledger specification, REST API §1.1, HexEncodedBytes
 */
export function parseHex(text: string): Uint8Array {
  return readHex(text, hexPrefixLength(text), "invalid_hex", "hex");
}

/** 2 when the text starts with `0x` (lower-case `x` only, as the reference reads it), else 0. */
export function hexPrefixLength(text: string): 0 | 2 {
  return text.charCodeAt(0) === 0x30 && text.charCodeAt(1) === 0x78 ? 2 : 0;
}

/** Value of the hex digit at an index, or 255 when there is none. */
export function hexDigitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? digitValues[code]! : 255;
}

/**
 * Reads the hex digits from an index to the end of the text.
 *
 * @param noun - what an error calls the text
 */
export function readHex(text: string, start: number, code: TypesErrorCode, noun: string): Uint8Array {
  const digits = text.length - start;
  if (digits % 2 !== 0) throw new TypesError(code, `invalid ${noun}: an odd number of digits (${digits})`);
  const bytes = new Uint8Array(digits / 2);
  for (let i = 0, at = start; i < bytes.length; i++, at += 2) {
    const high = hexDigitAt(text, at);
    const low = hexDigitAt(text, at + 1);
    if (high > 15 || low > 15) {
      const position = high > 15 ? at : at + 1;
      const message = `invalid ${noun}: invalid character ${quoteCharacter(text, position)} at position ${position}`;
      throw new TypesError(code, message, { position });
    }
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Appends the pairs of `bytes` from an index on. */
export function joinPairs(prefix: string, bytes: Uint8Array, from: number): string {
  let text = prefix;
  for (let i = from; i < bytes.length; i++) text += bytePairs[bytes[i]!]!;
  return text;
}

function decodeDigits(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let i = 0, at = 0; i < bytes.length; i++) {
    const pair = bytes[i]! * 2;
    digits[at++] = digitCodes[pair]!;
    digits[at++] = digitCodes[pair + 1]!;
  }
  return ascii.decode(digits);
}
