import { brand, type Codec, fixedBytes } from "@ledger/bcs";
import { TypesError } from "./errors.ts";
import { formatHex, hexPrefixLength, readHex } from "./text/hex.ts";

declare const hashBrand: unique symbol;

/** Bytes of a hash. */
export const hashLength = 32;

/** A SHA3-256 hash: 32 bytes. In BCS it carries no length prefix. */
export type HashValue = Uint8Array & { readonly [hashBrand]: true };

/** BCS of a hash: 32 bytes as they are. A decoded hash is a view of the input. */
export const HashValue: Codec<HashValue> = brand<HashValue>(fixedBytes(hashLength), "HashValue");

/**
 * Takes 32 bytes as a hash, without a copy.
 *
 * @throws {@link TypesError} `invalid_hash` for another number of bytes
 */
export function bytesToHash(bytes: Uint8Array): HashValue {
  if (bytes.length === hashLength) return bytes as HashValue;
  throw new TypesError("invalid_hash", `invalid hash: ${bytes.length} bytes instead of ${hashLength}`);
}

/**
 * Reads a hash: exactly 64 hex digits of either case, with or without `0x`.
 *
 * @throws {@link TypesError} `invalid_hash`; a position counts from the start of the text
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, HashValue
 */
export function parseHash(text: string): HashValue {
  const start = hexPrefixLength(text);
  const digits = text.length - start;
  if (digits !== 2 * hashLength) {
    throw new TypesError("invalid_hash", `invalid hash: ${digits} hex digits instead of ${2 * hashLength}`);
  }
  return readHex(text, start, "invalid_hash", "hash") as HashValue;
}

/** A hash as the REST API writes it: `0x` and 64 lower-case hex digits, never trimmed. */
export function formatHash(hash: HashValue): string {
  return formatHex(hash);
}
