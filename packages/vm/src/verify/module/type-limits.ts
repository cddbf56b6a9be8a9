import type { SignatureToken } from "@ledger/move";
import { type CodeToVerify, fieldsOf, visitToken } from "../code-to-verify.ts";
import type { VerifierLimits } from "../limits.ts";
import { refused } from "../refused.ts";

/** The weight of a struct or a type parameter: it may be replaced by a larger type. */
const openTypeWeight = 4;

/**
 * Checks the sizes of tables, types and definitions.
 *
 * @throws {@link VmError} `TOO_MANY_TYPE_PARAMETERS`, `TOO_MANY_PARAMETERS`, `TOO_MANY_TYPE_NODES`,
 * `MAX_FUNCTION_DEFINITIONS_REACHED`, `MAX_STRUCT_DEFINITIONS_REACHED`, `MAX_FIELD_DEFINITIONS_REACHED`,
 * `MAX_STRUCT_VARIANTS_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#5 | Specification, verifier 5}
 */
export function checkLimits({ tables, module }: CodeToVerify, limits: VerifierLimits): void {
  for (const { typeParameters, params, returns } of tables.functionHandles) {
    checkTypeParameters(typeParameters, limits);
    if (tables.signatures[params]!.length > limits.parameters) throw tooManyParameters();
    if (tables.signatures[returns]!.length > limits.results) throw tooManyParameters();
  }
  for (const { typeParameters } of tables.structHandles) checkTypeParameters(typeParameters, limits);
  for (const types of tables.signatures) for (const type of types) checkType(type, limits);
  for (const { type } of tables.constants) checkType(type, limits);
  const { structDefinitions = [], functionDefinitions = [] } = module ?? {};
  for (const definition of structDefinitions) for (const { type } of fieldsOf(definition)) checkType(type, limits);
  if (functionDefinitions.length > limits.functions) {
    throw refused("MAX_FUNCTION_DEFINITIONS_REACHED", `more than ${limits.functions} functions`);
  }
  if (structDefinitions.length > limits.structs) {
    throw refused("MAX_STRUCT_DEFINITIONS_REACHED", `more than ${limits.structs} structs`);
  }
  for (const { content } of structDefinitions) {
    const groups = content.kind === "enum" ? content.variants : content.kind === "struct" ? [content] : [];
    if (groups.some(({ fields }) => fields.length > limits.fields)) {
      throw refused("MAX_FIELD_DEFINITIONS_REACHED", `a struct with more than ${limits.fields} fields`);
    }
  }
  for (const { content } of structDefinitions) {
    if (content.kind === "enum" && content.variants.length > limits.variants) {
      throw refused("MAX_STRUCT_VARIANTS_REACHED", `an enum with more than ${limits.variants} variants`);
    }
  }
}

function checkTypeParameters({ length }: readonly unknown[], { typeParameters }: VerifierLimits): void {
  if (length > typeParameters) throw refused("TOO_MANY_TYPE_PARAMETERS", `more than ${typeParameters} type parameters`);
}

function tooManyParameters() {
  return refused("TOO_MANY_PARAMETERS", "a function has too many parameters or results");
}

function checkType(type: SignatureToken, limits: VerifierLimits): void {
  let weight = 0;
  visitToken(type, (token, level) => {
    if (level > limits.typeLevels) throw refused("TOO_MANY_TYPE_NODES", "a type is nested too deeply");
    weight += token.kind === "Struct" || token.kind === "TypeParameter" ? openTypeWeight : 1;
    if (token.kind !== "Function") return;
    if (token.args.length > limits.parameters || token.results.length > limits.results) throw tooManyParameters();
  });
  if (weight > limits.typeWeight) throw refused("TOO_MANY_TYPE_NODES", "a type has too many parts");
}
