import { type Address, parseAddress } from "@ledger/types";

/** An address that may be written as text. */
export function toAddress(address: Address | string): Address {
  return typeof address === "string" ? parseAddress(address) : address;
}
