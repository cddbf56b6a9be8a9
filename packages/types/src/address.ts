import { brand, type Codec, fixedBytes, isBytes } from "@ledger/bcs";
import { TypesError } from "./errors.ts";
import { bytesEqual } from "./text/bytes.ts";
import { bytesToHex, formatHex, hexDigitAt, hexPrefixLength } from "./text/hex.ts";
import { quoteCharacter } from "./text/quote.ts";

declare const addressBrand: unique symbol;

/** Bytes of an address. */
export const addressLength = 32;

/** An account, object or table handle address: 32 bytes. In BCS it carries no length prefix. */
export type Address = Uint8Array & { readonly [addressBrand]: true };

/** BCS of an address: 32 bytes as they are. A decoded address is a view of the input. */
export const Address: Codec<Address> = brand<Address>(fixedBytes(addressLength), "AccountAddress");

/** True if a value has the form of an address: a `Uint8Array` of 32 bytes. */
export function isAddress(value: unknown): value is Address {
  return isBytes(value) && value.length === addressLength;
}

/**
 * Takes 32 bytes as an address, without a copy.
 *
 * @throws {@link TypesError} `invalid_address` for another number of bytes
 */
export function bytesToAddress(bytes: Uint8Array): Address {
  if (isAddress(bytes)) return bytes;
  throw new TypesError("invalid_address", `invalid address: ${bytes.length} bytes instead of ${addressLength}`);
}

/**
 * Reads an address: 1 to 64 hex digits of either case, with or without `0x`, padded with zeros on the left.
 *
 * @throws {@link TypesError} `invalid_address`; the position of a character that is no hex digit counts in the text
 * without `0x`, padded to 64 characters, as published nodes count it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, Address
 * @example
 * ```ts
 * formatAddress(parseAddress("000A")); // => "0xa"
 * ```
 */
export function parseAddress(text: string): Address {
  const start = hexPrefixLength(text);
  const digits = text.length - start;
  if (digits === 0) throw new TypesError("invalid_address", "invalid address: too short, there are no hex digits");
  if (digits > 64) throw new TypesError("invalid_address", `invalid address: ${digits} hex digits, at most 64 fit`);
  const address = new Uint8Array(addressLength);
  // From the first character on, so that the first bad one is named.
  for (let i = 0, nibble = 64 - digits; i < digits; i++, nibble++) {
    const value = hexDigitAt(text, start + i);
    if (value > 15) {
      const character = quoteCharacter(text, start + i);
      const message = `invalid address: invalid character ${character} at position ${nibble}`;
      throw new TypesError("invalid_address", message, { position: nibble });
    }
    address[nibble >> 1] = (nibble & 1) === 0 ? value << 4 : address[nibble >> 1]! | value;
  }
  return address as Address;
}

/**
 * An address as the REST API writes it: `0x` and lower-case hex without leading zeros; zero is `0x0`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, Address
 */
export function formatAddress(address: Address): string {
  let first = 0;
  while (first < addressLength - 1 && address[first] === 0) first++;
  const digits = bytesToHex(first === 0 ? address : address.subarray(first));
  return `0x${address[first]! > 15 ? digits : digits.slice(1)}`;
}

/** An address with all its digits: `0x` and 64 lower-case hex digits. */
export function formatAddressLong(address: Address): string {
  return formatHex(address);
}

/** True if two addresses are the same. */
export function addressesEqual(a: Address, b: Address): boolean {
  return bytesEqual(a, b);
}
