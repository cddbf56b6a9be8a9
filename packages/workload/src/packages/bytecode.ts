import { bytecode } from "./bytecode-data.ts";
import { sources } from "./source-data.ts";

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

/** Compressed source of a module of the shop, as publishers put it into a package. */
export function cafeSource(module: string): Uint8Array {
  return decode((sources.cafe as Readonly<Record<string, string>>)[module]!);
}

/** Compressed source of the seasonal module. @param season - index in the list of seasons */
export function seasonSource(season: number): Uint8Array {
  return decode(sources.season[season]!);
}

/** Compressed source of the module that is deployed to an object: it names its own address only. */
export function badgeSource(): Uint8Array {
  return decode(sources.badge);
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
