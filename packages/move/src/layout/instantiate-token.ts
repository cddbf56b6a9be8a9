import { bytesToAddress, type FunctionParamOrReturnTag, type TypeTag } from "@ledger/types";
import type { CommonTables } from "../binary/compiled-module.ts";
import type { SignatureToken } from "../binary/signature-token.ts";
import { MoveError } from "../errors.ts";
import { layoutLimits } from "./limits.ts";

/**
 * Turns a type of a module into a type tag, type parameters replaced by arguments.
 *
 * @throws {@link MoveError} `type_without_values` for references, `type_argument_count` for a parameter without an
 * argument, `layout_too_large` when the type's name explodes
 */
export function instantiateToken(tables: CommonTables, token: SignatureToken, typeArgs: readonly TypeTag[]): TypeTag {
  const tag = instantiate(tables, token, typeArgs);
  countTagNodes(tag);
  return tag;
}

/**
 * How many nodes a tag has. Tags share their arguments, so a few nested generics can name a type of astronomic size in
 * little memory.
 *
 * @throws {@link MoveError} `layout_too_large` as soon as there are too many
 */
export function countTagNodes(tag: TypeTag): number {
  return layoutLimits.tagNodes - measure(tag, layoutLimits.tagNodes);
}

function instantiate(tables: CommonTables, token: SignatureToken, typeArgs: readonly TypeTag[]): TypeTag {
  switch (token.kind) {
    case "Vector":
      return { kind: "Vector", value: instantiate(tables, token.value, typeArgs) };
    case "Reference":
    case "MutableReference":
      throw new MoveError("type_without_values", "a reference has no stored value");
    case "TypeParameter": {
      const argument = typeArgs[token.index];
      if (argument === undefined) throw new MoveError("type_argument_count", "a type parameter has no argument");
      return argument;
    }
    case "Struct": {
      const handle = tables.structHandles[token.handle]!;
      const module = tables.moduleHandles[handle.module]!;
      return {
        kind: "Struct",
        value: {
          address: bytesToAddress(tables.addresses[module.address]!),
          module: tables.identifiers[module.name]!,
          name: tables.identifiers[handle.name]!,
          typeArgs: token.typeArgs.map((argument) => instantiate(tables, argument, typeArgs)),
        },
      };
    }
    case "Function":
      return {
        kind: "Function",
        value: {
          args: token.args.map((argument) => instantiateParam(tables, argument, typeArgs)),
          results: token.results.map((result) => instantiateParam(tables, result, typeArgs)),
          abilities: token.abilities,
        },
      };
    default:
      return token;
  }
}

function instantiateParam(
  tables: CommonTables,
  token: SignatureToken,
  typeArgs: readonly TypeTag[],
): FunctionParamOrReturnTag {
  if (token.kind === "Reference" || token.kind === "MutableReference") {
    return { kind: token.kind, value: instantiate(tables, token.value, typeArgs) };
  }
  return { kind: "Value", value: instantiate(tables, token, typeArgs) };
}

/** Counts a tag's nodes down from what is left, stopping as soon as nothing is. */
function measure(tag: TypeTag, left: number): number {
  if (left <= 0) throw new MoveError("layout_too_large", "a type's name is too large");
  let rest = left - 1;
  if (tag.kind === "Vector") return measure(tag.value, rest);
  if (tag.kind === "Struct") for (const argument of tag.value.typeArgs) rest = measure(argument, rest);
  if (tag.kind === "Function") {
    for (const { value } of tag.value.args) rest = measure(value, rest);
    for (const { value } of tag.value.results) rest = measure(value, rest);
  }
  return rest;
}
