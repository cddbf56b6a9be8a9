/** A right to do something with values of a type, in the order in which the format numbers and prints them. */
export type Ability = "copy" | "drop" | "store" | "key";

/** A set of abilities as the format stores it: bit 0 copy, 1 drop, 2 store, 3 key. */
export type AbilitySet = number;

/** Every ability, in printing order. */
export const abilities: readonly Ability[] = ["copy", "drop", "store", "key"];

/** The bit set of all abilities; no larger set exists. */
export const allAbilities: AbilitySet = 0b1111;

/**
 * Lists the abilities of a set in the order copy, drop, store, key.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#2.2 | Specification, module format 2.2}
 */
export function listAbilities(set: AbilitySet): Ability[] {
  return abilities.filter((_, bit) => (set & (1 << bit)) !== 0);
}

/** The set that holds exactly the given abilities. */
export function abilitySet(list: readonly Ability[]): AbilitySet {
  let set = 0;
  for (const ability of list) set |= 1 << abilities.indexOf(ability);
  return set;
}
