import type { AbilitySet } from "@ledger/move";
import type { StructType, Type } from "./type.ts";

export const copy = 1;
export const drop = 2;
export const store = 4;
export const key = 8;

/** A struct's own declaration, as far as abilities go. */
export interface StructAbilities {
  readonly abilities: AbilitySet;
  readonly typeParameters: readonly { readonly constraints: AbilitySet; readonly phantom: boolean }[];
}

/**
 * The abilities of a type.
 *
 * @param parameters - abilities of the type parameters that occur in it
 * @param declaration - finds how a struct is declared
 */
export function abilitiesOf(
  type: Type,
  parameters: readonly AbilitySet[],
  declaration: (type: StructType) => StructAbilities,
): AbilitySet {
  switch (type.kind) {
    case "Signer":
      return drop;
    case "Reference":
      return copy | drop;
    case "TypeParameter":
      return parameters[type.index] ?? 0;
    case "Function":
      return type.abilities;
    case "Vector":
      return (copy | drop | store) & abilitiesOf(type.element, parameters, declaration);
    case "Struct":
      return abilitiesOfInstance(declaration(type), type.typeArgs, (argument) =>
        abilitiesOf(argument, parameters, declaration),
      );
    default:
      return copy | drop | store;
  }
}

/**
 * The abilities of an instance of a struct.
 *
 * @param given - the abilities of a type argument; not asked for where the parameter is a phantom
 */
export function abilitiesOfInstance<T>(
  { abilities, typeParameters }: StructAbilities,
  typeArgs: readonly T[],
  given: (argument: T) => AbilitySet,
): AbilitySet {
  let result = abilities;
  typeArgs.forEach((argument, i) => {
    if (typeParameters[i]?.phantom === true) return;
    const own = given(argument);
    // A key struct asks its arguments for store.
    result &= (own & (copy | drop | store)) | ((own & store) === 0 ? 0 : key);
  });
  return result;
}
