import { type Address, parseAddress, parseStructTag, type StructTag } from "@ledger/types";
import { expectedInput } from "../refusal/network-error.ts";

/**
 * An address, as people hold it: 32 bytes; text, short forms such as `0xb0b` included; an address of the official client; or an account, of the
 * network or of a client.
 */
export type AddressLike =
  | Address
  | string
  | { toUint8Array(): Uint8Array }
  | { readonly accountAddress: Address | string | { toUint8Array(): Uint8Array } }
  | { readonly address: Address | string | { toUint8Array(): Uint8Array } | (() => { toUint8Array(): Uint8Array }) };

/** Bytes of an address. */
const addressLength = 32;

/** Reads an address. @throws LocalNetworkError `invalid_input` */
export function toAddress(given: AddressLike): Address {
  try {
    const address = addressOf(given);
    if (address !== undefined) return address;
  } catch (cause) {
    throw expectedInput("an address", given, cause);
  }
  throw expectedInput("an address", given);
}

/** Reads an asset: the address of its metadata, or the type of a coin as text. @throws LocalNetworkError `invalid_input` */
export function toAsset(asset: AddressLike): Address | StructTag {
  return typeof asset === "string" && asset.includes("::") ? toStructTag(asset) : toAddress(asset);
}

/** Reads the type of a resource. @throws LocalNetworkError `invalid_input` */
export function toStructTag(text: string): StructTag {
  if (typeof text !== "string") throw expectedInput("the type of a resource", text);
  try {
    return parseStructTag(text);
  } catch (cause) {
    throw expectedInput("the type of a resource, such as 0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>", text, cause);
  }
}

/** Looks through what holds an address; an account's address may be an object with the bytes of it. */
function addressOf(given: unknown, depth = 0): Address | undefined {
  if (typeof given === "string") return parseAddress(given);
  if (given instanceof Uint8Array) return given.length === addressLength ? (given as Address) : undefined;
  if (typeof given !== "object" || given === null || depth > 2) return undefined;
  const { accountAddress, address, toUint8Array } = given as Readonly<Record<string, unknown>>;
  if (accountAddress !== undefined) return addressOf(accountAddress, depth + 1);
  if (typeof address === "function") return addressOf(address.call(given), depth + 1);
  if (address !== undefined) return addressOf(address, depth + 1);
  return typeof toUint8Array === "function" ? addressOf(toUint8Array.call(given), depth + 1) : undefined;
}
