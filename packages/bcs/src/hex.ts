import { BcsError } from "./errors.ts";
import { utf8Decoder } from "./internal/text.ts";

const digits = "0123456789abcdef";
const pairs: readonly string[] = /* @__PURE__ */ Array.from(
  { length: 256 },
  (_, byte) => digits[byte >>> 4]! + digits[byte & 15]!,
);
const digitCodes: Uint8Array = /* @__PURE__ */ Uint8Array.from(digits, (digit) => digit.charCodeAt(0));

/** Up to here joining pairs is faster, beyond it decoding an array of digits. */
const longestJoined = 128;

/**
 * Bytes as lower-case hex, two digits a byte, without `0x`.
 *
 * @example
 * ```ts
 * toHex(Uint8Array.of(1, 171)); // "01ab"
 * ```
 */
export function toHex(bytes: Uint8Array): string {
  if (bytes.length > longestJoined) return decodeDigits(bytes);
  let text = "";
  for (let i = 0; i < bytes.length; i++) text += pairs[bytes[i]!]!;
  return text;
}

function decodeDigits(bytes: Uint8Array): string {
  const codes = new Uint8Array(bytes.length * 2);
  for (let i = 0, at = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    codes[at++] = digitCodes[byte >>> 4]!;
    codes[at++] = digitCodes[byte & 15]!;
  }
  return utf8Decoder.decode(codes);
}

/**
 * The bytes of hex text: two digits a byte, of either case, with or without `0x` before them.
 *
 * @throws {@link BcsError} `invalid_value`; its offset is the byte whose digits are wrong
 */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const start = text.startsWith("0x") ? 2 : 0;
  const bytes = new Uint8Array(Math.ceil((text.length - start) / 2));
  for (let i = 0; i < bytes.length; i++) {
    const pair = text.slice(start + 2 * i, start + 2 * i + 2);
    if (!/^[0-9a-f]{2}$/i.test(pair)) throw new BcsError("invalid_value", i, "hex");
    bytes[i] = Number.parseInt(pair, 16);
  }
  return bytes;
}
