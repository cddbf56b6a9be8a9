import fc from "fast-check";
import { address } from "./address.ts";

const scalarNames = [
  "bool",
  "u8",
  "u16",
  "u32",
  "u64",
  "u128",
  "u256",
  "i8",
  "i16",
  "i32",
  "i64",
  "i128",
  "i256",
  "address",
] as const;

/** A Move type without parts. */
export type ScalarName = (typeof scalarNames)[number];

/** A Move type that an argument of a call may have. */
export type MoveType =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  | { readonly kind: "string" }
  | { readonly kind: "object"; readonly of: string }
  | { readonly kind: "vector"; readonly item: MoveType }
  | { readonly kind: "option"; readonly item: MoveType }
  | { readonly kind: "parameter"; readonly index: number };

/** The type as ABI text, e.g. `vector<0x1::option::Option<T0>>`. */
export function formatMoveType(type: MoveType): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "string":
      return "0x1::string::String";
    case "object":
      return `0x1::object::Object<${type.of}>`;
    case "vector":
      return `vector<${formatMoveType(type.item)}>`;
    case "option":
      return `0x1::option::Option<${formatMoveType(type.item)}>`;
    case "parameter":
      return `T${type.index}`;
  }
}

const unsignedNames = scalarNames.filter((name) => !name.startsWith("i"));
const objectTypes = ["0x1::object::ObjectCore", "0x1::fungible_asset::Metadata"];

function nest(leaf: fc.Arbitrary<MoveType>): fc.Arbitrary<MoveType> {
  return fc.letrec<{ type: MoveType }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 2 },
      { arbitrary: leaf, weight: 3 },
      { arbitrary: fc.record({ kind: fc.constantFrom("vector", "option"), item: tie("type") }), weight: 2 },
    ),
  })).type;
}

function leafType(names: readonly ScalarName[]): fc.Arbitrary<MoveType> {
  return fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant("scalar" as const), name: fc.constantFrom(...names) }), weight: 8 },
    { arbitrary: fc.constant({ kind: "string" as const }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant("object" as const), of: fc.constantFrom(...objectTypes) }), weight: 1 },
  );
}

/** The type of a parameter of a function with some type parameters. This version of the client encodes no signed integers. */
export function parameterType(typeParameters: number): fc.Arbitrary<MoveType> {
  if (typeParameters === 0) return nest(leafType(unsignedNames));
  const parameter = fc.record({ kind: fc.constant("parameter" as const), index: fc.nat(typeParameters - 1) });
  return nest(fc.oneof({ arbitrary: leafType(unsignedNames), weight: 2 }, { arbitrary: parameter, weight: 1 }));
}

/** A type argument. The official client numbers signed integers of type tags wrongly, so there are none in these. */
export const typeArgument: fc.Arbitrary<MoveType> = nest(leafType(unsignedNames));

/** Words that name types. The reference node, and ours, takes no module for one that is called so; the client does. */
const typeWords: ReadonlySet<string> = new Set([...unsignedNames, "signer", "vector", "true", "false"]);

/** A type argument for a parameter that no value has: any type tag, also of structs that are nowhere. */
export const phantomTypeArgument: fc.Arbitrary<string> = fc.letrec<{ tag: string }>((tie) => ({
  tag: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...unsignedNames),
    tie("tag").map((item) => `vector<${item}>`),
    fc
      .tuple(
        address,
        fc.stringMatching(/^[a-z]\w{0,12}$/).filter((name) => !typeWords.has(name)),
        fc.stringMatching(/^[A-Z]\w{0,12}$/),
        fc.array(tie("tag"), { maxLength: 3 }),
      )
      .map(([owner, module, name, items]) => {
        const typeArguments = items.length === 0 ? "" : `<${items.join(", ")}>`;
        return `${owner}::${module}::${name}${typeArguments}`;
      }),
  ),
})).tag;
