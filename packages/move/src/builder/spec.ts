import type { Ability } from "../binary/abilities.ts";
import type { FunctionAttribute } from "../binary/compiled-module.ts";

/** A constant type parameter of a struct or function: the abilities its argument must have. */
export interface TypeParameterSpec {
  /** Abilities that a type argument must have; none by default. */
  readonly constraints?: readonly Ability[];
  /** Structs only: the parameter occurs in no field's type. */
  readonly phantom?: boolean;
}

/** A named field and its type as ABI text, e.g. `{ name: "value", type: "vector<T0>" }`. */
export interface FieldSpec {
  readonly name: string;
  readonly type: string;
}

/** One variant of an enum. Positional fields are named `_0`, `_1`, … */
export interface VariantSpec {
  readonly name: string;
  readonly fields?: readonly FieldSpec[];
}

/**
 * A struct's attribute as the compiler writes it: an event, the container of a resource group and its scope, or a member of
 * the group whose container is named by a struct tag.
 */
export type StructAttributeSpec =
  | "event"
  | { readonly resourceGroup: "global" | "address" | "module_" }
  | { readonly resourceGroupMember: string };

/**
 * A struct or, with `variants`, an enum. Without `fields` and `variants` it gets the field the Move compiler gives an empty
 * struct, `dummy_field: bool`.
 */
export interface StructSpec {
  readonly name: string;
  /** None by default; printed and stored in the order copy, drop, store, key. */
  readonly abilities?: readonly Ability[];
  readonly typeParams?: readonly TypeParameterSpec[];
  readonly fields?: readonly FieldSpec[];
  /** Makes it an enum; needs version 7 or later. */
  readonly variants?: readonly VariantSpec[];
  /** A native struct has no fields at all. */
  readonly native?: boolean;
  readonly attributes?: readonly StructAttributeSpec[];
}

/**
 * One instruction: its name, then its operands. Names are the binary format's, in snake case (see {@link opcodes}).
 *
 * | Instruction | Operands |
 * |---|---|
 * | `br_true` `br_false` `branch` | instruction number |
 * | `copy_loc` `move_loc` `st_loc` `mut_borrow_loc` `imm_borrow_loc` | local number; parameters come first |
 * | `ld_u8` … `ld_i256` | number or bigint |
 * | `ld_const` | type text, BCS bytes |
 * | `call`, `call_generic` | function (`name` or `0x1::module::name`), for generics then type texts |
 * | `pack` `unpack` `exists` `move_from` `move_to` `mut_borrow_global` `imm_borrow_global`, and `…_generic` | struct name, for generics then type texts |
 * | `mut_borrow_field` `imm_borrow_field`, and `…_generic` | struct name, field name, for generics then type texts |
 * | `pack_variant` `unpack_variant` `test_variant`, and `…_generic` | struct name, variant name, for generics then type texts |
 * | `imm_borrow_variant_field` `mut_borrow_variant_field`, and `…_generic` | struct name, field name, variant names, for generics then type texts |
 * | `vec_pack` `vec_unpack` | item type text, count |
 * | other `vec_…` | item type text |
 * | `pack_closure`, `pack_closure_generic` | function, mask, for generics then type texts |
 * | `call_closure` | function type text |
 * | everything else | none |
 */
export type InstructionSpec = readonly [name: string, ...operands: InstructionOperandSpec[]];

/** An operand of {@link InstructionSpec}: a number, a name or type text, a list of those, or constant bytes. */
export type InstructionOperandSpec = number | bigint | string | readonly string[] | Uint8Array;

/** A function definition. */
export interface FunctionSpec {
  readonly name: string;
  /** `private` by default. `friend` includes package visibility. */
  readonly visibility?: "private" | "public" | "friend";
  readonly entry?: boolean;
  /** Recorded in the metadata as a view function. */
  readonly view?: boolean;
  readonly typeParams?: readonly TypeParameterSpec[];
  /** Types as ABI text, e.g. `["&signer", "0x1::coin::Coin<T0>"]`. */
  readonly params?: readonly string[];
  readonly returns?: readonly string[];
  readonly native?: boolean;
  /** Names of this module's structs whose globals the body touches. */
  readonly acquires?: readonly string[];
  /** Types of the locals beyond the parameters. */
  readonly locals?: readonly string[];
  /** Defaults to a body that aborts with code 0. */
  readonly code?: readonly InstructionSpec[];
  /** Records the randomness attribute; a string is its gas amount. */
  readonly randomness?: boolean | string;
  /** By default public functions are `persistent` from version 8 on, as compilers write them. */
  readonly attributes?: readonly FunctionAttribute[];
}

/** A struct of another module, when its abilities or its parameters matter. Otherwise it is inferred from its first use. */
export interface StructImportSpec {
  /** `0x1::coin::Coin` */
  readonly type: string;
  readonly abilities?: readonly Ability[];
  readonly typeParams?: readonly TypeParameterSpec[];
}

/** A function of another module, needed to call it. */
export interface FunctionImportSpec {
  /** `0x1::signer::address_of` */
  readonly function: string;
  readonly typeParams?: readonly TypeParameterSpec[];
  readonly params?: readonly string[];
  readonly returns?: readonly string[];
  /** Those that the importing module counts on; none by default. */
  readonly attributes?: readonly FunctionAttribute[];
}

/** One entry of the error map: what an abort code means. */
export interface ErrorSpec {
  readonly code: number | bigint;
  readonly name: string;
  readonly description: string;
}

/** A module to build. Everything that refers to a type does so by its ABI text; the tables are made by the builder. */
export interface ModuleSpec {
  /** Address text, short or long. */
  readonly address: string;
  readonly name: string;
  /** Binary format version, 5 to 10. Default: 7, or the lowest later one that the content needs. */
  readonly version?: number;
  /** `0x1::aptos_coin`, in the order to be listed. */
  readonly friends?: readonly string[];
  readonly structs?: readonly StructSpec[];
  readonly functions?: readonly FunctionSpec[];
  readonly imports?: {
    readonly structs?: readonly StructImportSpec[];
    readonly functions?: readonly FunctionImportSpec[];
  };
  readonly errors?: readonly ErrorSpec[];
  /** Metadata entries besides the attributes, which the builder writes itself. */
  readonly metadata?: readonly { readonly key: string; readonly value: Uint8Array }[];
}

/** A script to build: one function without a name, whose parameters the caller's arguments fill. */
export interface ScriptSpec {
  readonly version?: number;
  readonly typeParams?: readonly TypeParameterSpec[];
  readonly params?: readonly string[];
  readonly locals?: readonly string[];
  readonly code?: readonly InstructionSpec[];
  readonly imports?: ModuleSpec["imports"];
}
