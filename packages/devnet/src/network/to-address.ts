import { type Address, parseAddress, parseStructTag, type StructTag } from "@ledger/types";

/** An address that may be written as text. */
export function toAddress(address: Address | string): Address {
  return typeof address === "string" ? parseAddress(address) : address;
}

/** An asset: the address of its metadata, or the type of a coin as text. */
export function toAsset(asset: Address | string): Address | StructTag {
  return typeof asset === "string" && asset.includes("::") ? parseStructTag(asset) : toAddress(asset);
}
