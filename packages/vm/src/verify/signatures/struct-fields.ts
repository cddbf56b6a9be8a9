import type { CompiledModule, FieldDefinition, SignatureToken, StructHandle } from "@ledger/move";
import { VmError } from "../../status/vm-error.ts";
import { copy, drop, key, store } from "../../type/abilities.ts";
import { fieldsOf } from "../code-to-verify.ts";
import { refused } from "../refused.ts";
import { NeedsCollector, neededInside, requireNeeds } from "./type-needs.ts";

/**
 * Fields are well formed, have the abilities that their struct promises, and hold no value of a phantom type parameter.
 *
 * @param looksIntoFunctions - whether arguments and results of function types are looked at
 * @throws {@link VmError} `INVALID_SIGNATURE_TOKEN`, `CONSTRAINT_NOT_SATISFIED`, `FIELD_MISSING_TYPE_ABILITY`,
 * `INVALID_PHANTOM_TYPE_PARAM_POSITION`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#7.2 | Specification, verifier 7.2}
 */
export function checkStructFields(module: CompiledModule, looksIntoFunctions: boolean): void {
  for (const definition of module.structDefinitions) {
    const struct = module.structHandles[definition.handle]!;
    for (const field of fieldsOf(definition)) checkField(module, struct, field, looksIntoFunctions);
  }
}

function checkField(
  module: CompiledModule,
  { abilities, typeParameters }: StructHandle,
  { type }: FieldDefinition,
  looksIntoFunctions: boolean,
): void {
  const collector = new NeedsCollector(module, looksIntoFunctions);
  collector.add(type, 0, false);
  requireNeeds(
    collector.needs,
    typeParameters.map(({ constraints }) => constraints),
  );
  try {
    const asRequired = new NeedsCollector(module, looksIntoFunctions);
    asRequired.add(type, neededInside(abilities), false);
    // The abilities of an instance depend on its type arguments; here they have all.
    requireNeeds(
      asRequired.needs,
      typeParameters.map(() => copy | drop | store | key),
    );
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    throw refused("FIELD_MISSING_TYPE_ABILITY", "a struct has an ability that a field lacks");
  }
  checkPhantoms(type, typeParameters, module);
}

/** Phantom parameters give no abilities, so nothing of their type may be held. References are not looked into. */
function checkPhantoms(
  type: SignatureToken,
  parameters: StructHandle["typeParameters"],
  { structHandles }: CompiledModule,
): void {
  const visit = (token: SignatureToken, isPhantomPlace: boolean): void => {
    switch (token.kind) {
      case "TypeParameter":
        if (!isPhantomPlace && parameters[token.index]?.phantom === true) {
          throw refused("INVALID_PHANTOM_TYPE_PARAM_POSITION", "a field uses a phantom type parameter");
        }
        return;
      case "Vector":
        visit(token.value, false);
        return;
      case "Function":
        for (const part of token.args) visit(part, false);
        for (const part of token.results) visit(part, false);
        return;
      case "Struct": {
        const { typeParameters } = structHandles[token.handle]!;
        for (const [i, argument] of token.typeArgs.entries()) visit(argument, typeParameters[i]?.phantom === true);
      }
    }
  };
  visit(type, false);
}
