import type { AbilitySet } from "@ledger/move";
import type { PrimitiveKind } from "@ledger/types";
import type { AddressText } from "../address.ts";

/**
 * A type while code runs. Types are made by a {@link TypeTable} only, once each: two types of one table are the same type
 * exactly when they are the same object.
 */
export type Type = PrimitiveType | VectorType | StructType | FunctionType | ReferenceType | TypeParameter;

interface TypeBase {
  /** Canonical text, e.g. `0x1::coin::Coin<0x1::aptos_coin::AptosCoin>`. */
  readonly text: string;
  /** Nodes of the whole tree, which type creation gas counts. */
  readonly nodes: number;
  /** Nesting: 1 for a type without parts. */
  readonly depth: number;
  /** True if type parameters occur in it. Types that natives see have none. */
  readonly generic: boolean;
}

/** A type without parts. */
export interface PrimitiveType extends TypeBase {
  readonly kind: PrimitiveKind;
}

/** A vector. */
export interface VectorType extends TypeBase {
  readonly kind: "Vector";
  readonly element: Type;
}

/** A struct or enum with its type arguments. Its fields depend on the state: ask for a layout. */
export interface StructType extends TypeBase {
  readonly kind: "Struct";
  readonly address: AddressText;
  readonly module: string;
  readonly name: string;
  readonly typeArgs: readonly Type[];
}

/** A function value's type. */
export interface FunctionType extends TypeBase {
  readonly kind: "Function";
  readonly args: readonly Type[];
  readonly results: readonly Type[];
  readonly abilities: AbilitySet;
}

/** A reference. */
export interface ReferenceType extends TypeBase {
  readonly kind: "Reference";
  readonly mutable: boolean;
  readonly target: Type;
}

/** A type parameter inside a generic signature. */
export interface TypeParameter extends TypeBase {
  readonly kind: "TypeParameter";
  readonly index: number;
}
