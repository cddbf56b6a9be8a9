import { toHex } from "@ledger/bcs";
import { TypesError, type TypesErrorCode } from "../errors.ts";
import { quoteCharacter } from "./quote.ts";

/** Value of each ASCII digit, 255 for characters that are none. */
const digitValues = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digitValues[digit.charCodeAt(0)] = value;
  digitValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Bytes as lower-case hex without `0x`, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return toHex(bytes);
}

/** Bytes as lower-case hex with `0x`, two digits a byte; empty is `0x` (the `HexEncodedBytes` of the REST API). */
export function formatHex(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
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
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, HexEncodedBytes
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
