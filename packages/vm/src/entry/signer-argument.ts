import { type Address, formatAddressLong } from "@ledger/types";
import { signerValue, type Value } from "../value/value.ts";

/** A signer passed to a call. */
export interface SignerArgument {
  readonly signer: Address;
  /** The address that holds what the signer may do; absent for a master signer, which may do everything. */
  readonly permissions?: Address | undefined;
}

/** Converts a signer argument to a value of the machine. */
export function signerOf({ signer, permissions }: SignerArgument): Value {
  return signerValue(formatAddressLong(signer), permissions && formatAddressLong(permissions));
}
