import { type EntryFunctionId, isIdentifier, type TypeTag } from "@ledger/types";

/**
 * Looks for a name that code cannot have in a call that came as BCS, which can hold any text.
 *
 * @param called - the function; `undefined` for a script
 * @returns what is wrong, for people; `undefined` where every name can be one
 */
export function findBadName(called: EntryFunctionId | undefined, typeArgs: readonly TypeTag[]): string | undefined {
  for (const [place, name] of namesOf(called, typeArgs)) {
    if (!isIdentifier(name)) return `${place}: ${JSON.stringify(name.slice(0, 100))} is not a Move name`;
  }
  return undefined;
}

function* namesOf(
  called: EntryFunctionId | undefined,
  typeArgs: readonly TypeTag[],
): Iterable<readonly [place: string, name: string]> {
  if (called !== undefined) yield* [["the module", called.module] as const, ["the function", called.name] as const];
  for (const [index, type] of typeArgs.entries()) {
    for (const name of namesOfType(type)) yield [`type_arguments[${index}]`, name];
  }
}

/** The codec has bounded how deep types nest. */
function* namesOfType(type: TypeTag): Iterable<string> {
  if (type.kind === "Vector") yield* namesOfType(type.value);
  if (type.kind === "Function") {
    for (const { value } of [...type.value.args, ...type.value.results]) yield* namesOfType(value);
  }
  if (type.kind === "Struct") {
    const { module, name, typeArgs } = type.value;
    yield module;
    yield name;
    for (const argument of typeArgs) yield* namesOfType(argument);
  }
}
