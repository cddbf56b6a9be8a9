import { bytecode } from "./bytecode-data.ts";

/** A module of a package. */
export interface NamedModule {
  readonly name: string;
  readonly code: Uint8Array;
}

/** The modules of the shop. */
export function cafeModules(): NamedModule[] {
  return Object.entries(bytecode.cafe).map(([name, text]) => ({ name, code: decode(text) }));
}

/** The module that is upgraded with every season. */
export function seasonModule(): Uint8Array {
  return decode(bytecode.season.season);
}

/** The module that is deployed to an object. Its own address is replaced by that of the object. */
export function badgeModule(): Uint8Array {
  return decode(bytecode.badge.badge);
}

/** A script that tips the shop: `(customer: &signer, amount: u64)`. */
export function tipScript(): Uint8Array {
  return decode(bytecode.tip.tip);
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
