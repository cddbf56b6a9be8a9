import { bytes, string } from "@ledger/bcs";

/** UTF-8 of a text. */
export function encodeUtf8(text: string): Uint8Array {
  return bytes.decode(string.encode(text));
}

/** @throws BcsError for bytes that are not UTF-8 */
export function decodeUtf8(text: Uint8Array): string {
  return string.decode(bytes.encode(text));
}
