import type { Ability } from "../binary/abilities.ts";

/** A type parameter: what its argument must be able to do. The phantom mark is not part of the published form. */
export interface MoveGenericParamAbi {
  readonly constraints: readonly Ability[];
}

/** A function that others can call, run or view. Member names and their order are those of the REST API. */
export interface MoveFunctionAbi {
  readonly name: string;
  readonly visibility: "private" | "public" | "friend";
  readonly is_entry: boolean;
  readonly is_view: boolean;
  readonly generic_type_params: readonly MoveGenericParamAbi[];
  /** Type texts, signers included. */
  readonly params: readonly string[];
  readonly return: readonly string[];
}

/** A field and its type text. */
export interface MoveFieldAbi {
  readonly name: string;
  readonly type: string;
}

/** A variant of an enum. */
export interface MoveVariantAbi {
  readonly name: string;
  readonly fields: readonly MoveFieldAbi[];
}

/** A struct or enum. An enum has `variants` and no `fields`. */
export interface MoveStructAbi {
  readonly name: string;
  readonly is_native: boolean;
  readonly is_event: boolean;
  readonly is_enum: boolean;
  readonly abilities: readonly Ability[];
  readonly generic_type_params: readonly MoveGenericParamAbi[];
  readonly fields: readonly MoveFieldAbi[];
  readonly variants: readonly MoveVariantAbi[];
}

/**
 * The interface of a module, in the published member form and order.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#9 | Specification, module format 9}
 */
export interface MoveModuleAbi {
  /** Short address text. */
  readonly address: string;
  readonly name: string;
  /** `0x1::aptos_coin`, in declared order. */
  readonly friends: readonly string[];
  /** In the order of their definitions: public, friend, entry and view functions. */
  readonly exposed_functions: readonly MoveFunctionAbi[];
  /** All structs in the order of their definitions. */
  readonly structs: readonly MoveStructAbi[];
}
