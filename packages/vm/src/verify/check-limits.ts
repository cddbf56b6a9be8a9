import type { CommonTables, CompiledModule, SignatureToken } from "@ledger/move";
import type { VerifierLimits } from "./limits.ts";
import { refused } from "./refused.ts";

/** How much a struct or a type parameter counts: it may be replaced by a larger type. */
const openTypeWeight = 4;

/**
 * Checks the sizes of tables, types and definitions.
 *
 * @throws {@link VmError} `TOO_MANY_TYPE_PARAMETERS`, `TOO_MANY_PARAMETERS`, `TOO_MANY_TYPE_NODES`,
 * `MAX_FUNCTION_DEFINITIONS_REACHED`, `MAX_STRUCT_DEFINITIONS_REACHED`, `MAX_FIELD_DEFINITIONS_REACHED`,
 * `MAX_STRUCT_VARIANTS_REACHED`
 */
export function checkLimits(tables: CommonTables, module: CompiledModule | undefined, limits: VerifierLimits): void {
  for (const { typeParameters, params, returns } of tables.functionHandles) {
    checkTypeParameters(typeParameters, limits);
    if (tables.signatures[params]!.length > limits.parameters) throw tooManyParameters();
    if (tables.signatures[returns]!.length > limits.results) throw tooManyParameters();
  }
  for (const { typeParameters } of tables.structHandles) checkTypeParameters(typeParameters, limits);
  for (const types of tables.signatures) for (const type of types) checkType(type, limits);
  for (const { type } of tables.constants) checkType(type, limits);
  if (module !== undefined) checkDefinitionLimits(module, limits);
}

function checkDefinitionLimits({ structDefinitions, functionDefinitions }: CompiledModule, limits: VerifierLimits) {
  const groups = structDefinitions.map(({ content }) => {
    if (content.kind === "struct") return [content.fields];
    return content.kind === "enum" ? content.variants.map(({ fields }) => fields) : [];
  });
  for (const fields of groups.flat()) for (const { type } of fields) checkType(type, limits);
  if (functionDefinitions.length > limits.functions) {
    throw refused("MAX_FUNCTION_DEFINITIONS_REACHED", `more than ${limits.functions} functions`);
  }
  if (structDefinitions.length > limits.structs) {
    throw refused("MAX_STRUCT_DEFINITIONS_REACHED", `more than ${limits.structs} structs`);
  }
  if (groups.some((lists) => lists.some(({ length }) => length > limits.fields))) {
    throw refused("MAX_FIELD_DEFINITIONS_REACHED", `a struct with more than ${limits.fields} fields`);
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
  let nodes = 0;
  const visit = (token: SignatureToken, depth: number): void => {
    if (depth > limits.typeDepth) throw refused("TOO_MANY_TYPE_NODES", "a type is nested too deeply");
    nodes += token.kind === "Struct" || token.kind === "TypeParameter" ? openTypeWeight : 1;
    if (nodes > limits.typeNodes) throw refused("TOO_MANY_TYPE_NODES", "a type has too many parts");
    switch (token.kind) {
      case "Vector":
      case "Reference":
      case "MutableReference":
        visit(token.value, depth + 1);
        return;
      case "Struct":
        for (const argument of token.typeArgs) visit(argument, depth + 1);
        return;
      case "Function":
        if (token.args.length > limits.parameters || token.results.length > limits.results) throw tooManyParameters();
        for (const part of [...token.args, ...token.results]) visit(part, depth + 1);
    }
  };
  visit(type, 0);
}
