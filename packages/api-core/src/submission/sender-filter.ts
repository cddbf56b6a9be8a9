import { type Address, formatAddress } from "@ledger/types";
import type { SenderFilter } from "../contract/config.ts";

/** Returns true if the settings let an account send transactions. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.2 | Specification, execution 6.2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3} */
export function isSenderAllowed({ allow, block }: SenderFilter, sender: Address): boolean {
  if (allow.length === 0 && block.length === 0) return true;
  const account = formatAddress(sender);
  return !block.includes(account) && (allow.length === 0 || allow.includes(account));
}
