import type { AbilitySet, CommonTables, SignatureToken } from "@ledger/move";
import { copy, drop, key, store } from "../../type/abilities.ts";
import { refused } from "../refused.ts";

const values = copy | drop | store;
/** Type parameters that an analysis of the ledger can tell apart. */
const maxTypeParameters = 256;

/** Abilities that type parameters must have so that a type is well formed, by their numbers. */
export type TypeNeeds = ReadonlyMap<number, AbilitySet>;

/** Abilities that the inside of a type must have so that the whole has some. */
export function neededInside(abilities: AbilitySet): AbilitySet {
  return (abilities & values) | ((abilities & key) === 0 ? 0 : store);
}

/**
 * Works out what well-formed types ask of the type parameters in them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#7.1 | Specification, verifier 7.1}
 */
export class NeedsCollector {
  readonly needs = new Map<number, AbilitySet>();
  readonly #tables: CommonTables;
  readonly #looksIntoFunctions: boolean;

  /** @param looksIntoFunctions - whether arguments and results of function types are looked at */
  constructor(tables: CommonTables, looksIntoFunctions: boolean) {
    this.#tables = tables;
    this.#looksIntoFunctions = looksIntoFunctions;
  }

  /**
   * Adds what a type asks for.
   *
   * @param required - abilities that the type must have
   * @param mayBeReference - whether the outermost part may be a reference
   * @throws {@link VmError} `CONSTRAINT_NOT_SATISFIED`, `INVALID_SIGNATURE_TOKEN`, `NUMBER_OF_TYPE_ARGUMENTS_MISMATCH`
   */
  add(type: SignatureToken, required: AbilitySet, mayBeReference: boolean): void {
    switch (type.kind) {
      case "TypeParameter":
        if (type.index >= maxTypeParameters) {
          throw refused("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a type parameter has too high a number");
        }
        this.needs.set(type.index, (this.needs.get(type.index) ?? 0) | required);
        return;
      case "Reference":
      case "MutableReference":
        if (!mayBeReference) throw refused("INVALID_SIGNATURE_TOKEN", "a reference is used inside another type");
        requireWithin(required, copy | drop);
        this.add(type.value, 0, false);
        return;
      case "Vector":
        requireWithin(required, values);
        this.add(type.value, neededInside(required), false);
        return;
      case "Function":
        requireWithin(required, type.abilities);
        if (!this.#looksIntoFunctions) return;
        for (const part of type.args) this.add(part, 0, true);
        for (const part of type.results) this.add(part, 0, true);
        return;
      case "Struct": {
        const { abilities, typeParameters } = this.#tables.structHandles[type.handle]!;
        requireWithin(required, abilities);
        this.addArguments(type.typeArgs, typeParameters, required);
        return;
      }
      case "Signer":
        requireWithin(required, drop);
        return;
      default:
        requireWithin(required, values);
    }
  }

  /**
   * Adds what type arguments of a struct or function ask for.
   *
   * @param required - abilities that the instance must have
   * @throws {@link VmError} as {@link add}
   */
  addArguments(
    typeArgs: readonly SignatureToken[],
    parameters: readonly { readonly constraints: AbilitySet; readonly phantom: boolean }[],
    required: AbilitySet,
  ): void {
    if (typeArgs.length !== parameters.length) {
      throw refused(
        "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH",
        `${typeArgs.length} type arguments for ${parameters.length} parameters`,
      );
    }
    typeArgs.forEach((argument, i) => {
      const { constraints, phantom } = parameters[i]!;
      this.add(argument, phantom ? constraints : constraints | neededInside(required), false);
    });
  }
}

function requireWithin(required: AbilitySet, given: AbilitySet): void {
  if ((required & ~given) !== 0) throw unsatisfied();
}

/** Type parameters must have the abilities that types need of them. @throws {@link VmError} `CONSTRAINT_NOT_SATISFIED` */
export function requireNeeds(needs: TypeNeeds, given: readonly AbilitySet[]): void {
  for (const [parameter, abilities] of needs) {
    if ((abilities & ~(given[parameter] ?? 0)) !== 0) throw unsatisfied();
  }
}

function unsatisfied() {
  return refused("CONSTRAINT_NOT_SATISFIED", "a type lacks an ability that is asked of it");
}
