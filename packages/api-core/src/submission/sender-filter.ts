import { type Address, formatAddress } from "@ledger/types";
import type { SenderFilter } from "../contract/config.ts";

/** Returns true if the settings let an account send transactions. @see Ledger specification, execution §6.2 and §6.3 */
export function isSenderAllowed({ allow, block }: SenderFilter, sender: Address): boolean {
  if (allow.length === 0 && block.length === 0) return true;
  const account = formatAddress(sender);
  return !block.includes(account) && (allow.length === 0 || allow.includes(account));
}
