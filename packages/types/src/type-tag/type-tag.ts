import { type Codec, defineCodec, enumeration, struct, u8, unit, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { Identifier } from "../identifier.ts";

/**
 * Most vector, struct and function tags inside one another. Deeper ones are refused in BCS, both ways, and in text.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#4.1 | Specification, Move values 4.1}
 */
export const maxTypeTagNesting = 8;

/** Tags that are a single word: their kinds, with the words. */
export const primitiveWords = {
  Bool: "bool",
  U8: "u8",
  U16: "u16",
  U32: "u32",
  U64: "u64",
  U128: "u128",
  U256: "u256",
  I8: "i8",
  I16: "i16",
  I32: "i32",
  I64: "i64",
  I128: "i128",
  I256: "i256",
  Address: "address",
  Signer: "signer",
} as const;

/** Kinds of tags that are a single word. */
export type PrimitiveKind = keyof typeof primitiveWords;

/** A Move type without references or type parameters. */
export type TypeTag =
  | { readonly kind: PrimitiveKind }
  | { readonly kind: "Vector"; readonly value: TypeTag }
  | { readonly kind: "Struct"; readonly value: StructTag }
  | { readonly kind: "Function"; readonly value: FunctionTag };

/** A struct type with its arguments. */
export interface StructTag {
  readonly address: Address;
  readonly module: string;
  readonly name: string;
  readonly typeArgs: readonly TypeTag[];
}

/** The type of a function value. */
export interface FunctionTag {
  readonly args: readonly FunctionParamOrReturnTag[];
  readonly results: readonly FunctionParamOrReturnTag[];
  /** Ability bits: copy 1, drop 2, store 4, key 8. */
  readonly abilities: number;
}

/** A parameter or result of a function type. */
export interface FunctionParamOrReturnTag {
  readonly kind: "Reference" | "MutableReference" | "Value";
  readonly value: TypeTag;
}

/**
 * BCS of a type tag. Signed integers have the indices 12 to 17, the chain's; one client library says 11 to 16.
 *
 * @throws `depth_exceeded` (BcsError), both ways, beyond {@link maxTypeTagNesting}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#2 | Specification, chain types 2}, TypeTag
 */
export const TypeTag: Codec<TypeTag> = buildTypeTag();

/** BCS of a struct tag. Each of its arguments may nest as deep as a tag that is alone. */
export const StructTag: Codec<StructTag> = structTagOf(TypeTag);

/** BCS of a function tag. */
export const FunctionTag: Codec<FunctionTag> = functionTagOf(TypeTag);

/**
 * Builds the codec from the inside out. Each level knows only the next inner one, so that the nesting limit needs no counter
 * and hostile input finds no recursion.
 */
function buildTypeTag(): Codec<TypeTag> {
  let typeTag = typeTagOf(tooDeep(), tooDeep(), tooDeep());
  for (let nesting = 1; nesting <= maxTypeTagNesting; nesting++) {
    typeTag = typeTagOf(typeTag, structTagOf(typeTag), functionTagOf(typeTag));
  }
  return typeTag;
}

function typeTagOf(
  vectorItem: Codec<TypeTag>,
  structTag: Codec<StructTag>,
  functionTag: Codec<FunctionTag>,
): Codec<TypeTag> {
  return enumeration("TypeTag", {
    Bool: unit,
    U8: unit,
    U64: unit,
    U128: unit,
    Address: unit,
    Signer: unit,
    Vector: vectorItem,
    Struct: structTag,
    U16: unit,
    U32: unit,
    U256: unit,
    Function: functionTag,
    I8: unit,
    I16: unit,
    I32: unit,
    I64: unit,
    I128: unit,
    I256: unit,
  });
}

function structTagOf(argument: Codec<TypeTag>): Codec<StructTag> {
  return struct("StructTag", { address: Address, module: Identifier, name: Identifier, typeArgs: vector(argument) });
}

function functionTagOf(typeTag: Codec<TypeTag>): Codec<FunctionTag> {
  const param: Codec<FunctionParamOrReturnTag> = enumeration("FunctionParamOrReturnTag", {
    Reference: typeTag,
    MutableReference: typeTag,
    Value: typeTag,
  });
  return struct("FunctionTag", { args: vector(param), results: vector(param), abilities: u8 });
}

/** The codec where one more level would exceed the limit. */
function tooDeep<T>(): Codec<T> {
  const expected = `TypeTag of at most ${maxTypeTagNesting} levels`;
  return defineCodec<T>({
    name: expected,
    minSize: 1,
    read: (reader) => {
      throw reader.error("depth_exceeded", expected);
    },
    write: (writer) => {
      throw writer.error("depth_exceeded", expected);
    },
  });
}
