import { addressesEqual } from "../address.ts";
import type { FunctionParamOrReturnTag, FunctionTag, StructTag, TypeTag } from "./type-tag.ts";

/** True if two tags name the same type. Texts are compared by parsing both. */
export function typeTagsEqual(a: TypeTag, b: TypeTag): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "Vector":
      return b.kind === "Vector" && typeTagsEqual(a.value, b.value);
    case "Struct":
      return b.kind === "Struct" && structTagsEqual(a.value, b.value);
    case "Function":
      return b.kind === "Function" && functionTagsEqual(a.value, b.value);
    default:
      return a.kind === b.kind;
  }
}

/** True if two tags name the same struct with the same arguments. */
export function structTagsEqual(a: StructTag, b: StructTag): boolean {
  return (
    a === b ||
    (a.name === b.name &&
      a.module === b.module &&
      addressesEqual(a.address, b.address) &&
      allEqual(a.typeArgs, b.typeArgs, typeTagsEqual))
  );
}

function functionTagsEqual(a: FunctionTag, b: FunctionTag): boolean {
  return (
    a.abilities === b.abilities && allEqual(a.args, b.args, paramsEqual) && allEqual(a.results, b.results, paramsEqual)
  );
}

function paramsEqual(a: FunctionParamOrReturnTag, b: FunctionParamOrReturnTag): boolean {
  return a.kind === b.kind && typeTagsEqual(a.value, b.value);
}

function allEqual<T>(a: readonly T[], b: readonly T[], equal: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => equal(item, b[index]!));
}
