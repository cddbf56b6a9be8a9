/** An address: `0x` and 64 lower-case hex digits. Equal, ordered and hashed as its bytes are. */
export type AddressText = string;

/** Address of the ledger's own framework. */
export const frameworkText: AddressText = `0x${"1".padStart(64, "0")}`;

/** `0x1` of the 64-digit form. */
export function shortAddress(address: AddressText): string {
  // Most of what a ledger runs is here.
  if (address === frameworkText) return "0x1";
  let first = 2;
  while (first < address.length - 1 && address.charCodeAt(first) === 0x30) first++;
  return first === 2 ? address : `0x${address.slice(first)}`;
}

/** The key of a module in tables: `0x1::coin`. */
export function moduleKey(address: AddressText, name: string): string {
  return `${shortAddress(address)}::${name}`;
}

/** True if an address is one of 0x0 to 0xf, whose modules are the ledger's own. */
export function isSpecialAddress(address: AddressText): boolean {
  return address.startsWith("0x000000000000000000000000000000000000000000000000000000000000000");
}
