import { option, string, struct, u8, u64 } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources of the names of accounts, `v2_1_domains`: the beginnings.

/** `NameRecord`. */
export const NameRecord = struct("NameRecord", {
  domain: string,
  expirationSecs: u64,
  target: option(Address),
});

/** `SubdomainExt`. */
export const SubdomainExt = struct("SubdomainExt", { subdomain: string, expirationPolicy: u8 });

/** `ReverseRecord`: the token of the name that an account shows. */
export const ReverseRecord = struct("ReverseRecord", { token: option(Address) });
