import type { LocalAccount } from "@ledger/local-chain";
import { formatAddress } from "@ledger/types";

/** Gives addresses of a local network the names by which its people know them. */
export type NameOf = (address: string) => string;

/** Digits at either end of an address or a hash without a name. */
const shownDigits = 6;

/** @param accounts - that have names, besides the network's own */
export async function knownNames(accounts?: readonly LocalAccount[]): Promise<NameOf> {
  const { coreAccount, forkFaucetAddress, localAccounts, shopAccount } = await import("@ledger/local-chain");
  const names = new Map((accounts ?? localAccounts).map(({ name, address }) => [formatAddress(address), name]));
  names.set(formatAddress(coreAccount.address), "faucet");
  names.set(formatAddress(forkFaucetAddress), "faucet");
  names.set(formatAddress(shopAccount.address), shopAccount.name);
  return (address) => names.get(address) ?? shortHex(address);
}

/** A long hex text by its ends. */
export function shortHex(text: string): string {
  return text.length <= 2 + 2 * shownDigits ? text : `${text.slice(0, 2 + shownDigits)}…${text.slice(-shownDigits)}`;
}

/** Longest text that code may have written into a line, characters. */
const longestText = 300;

/** Words of a ledger's code, as a terminal can show them. */
export function shownWords(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ");
  return line.length <= longestText ? line : `${line.slice(0, longestText)}…`;
}
