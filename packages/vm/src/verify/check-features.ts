import type { CommonTables, CompiledModule, SignatureToken } from "@ledger/move";
import type { Rules } from "../features/rules.ts";
import { effectOf } from "../instructions/names.ts";
import { type CodeToVerify, refused } from "./refused.ts";

/**
 * Refuses what the ledger has not turned on yet: enums, access specifiers, function values.
 *
 * @param specifiers - whether the code itself has access specifiers: a script's are not in the tables
 * @throws {@link VmError} `FEATURE_NOT_ENABLED`
 */
export function checkFeatures(
  tables: CommonTables,
  module: CompiledModule | undefined,
  specifiers: boolean,
  rules: Rules,
): void {
  if (!rules.resourceAccessControl) {
    const isUsed = specifiers || tables.functionHandles.some(({ accessSpecifiers }) => accessSpecifiers !== undefined);
    if (isUsed) throw refused("FEATURE_NOT_ENABLED", "access specifiers are not enabled");
  }
  const structs = module?.structDefinitions ?? [];
  if (!rules.enumTypes && structs.some(({ content }) => content.kind === "enum")) {
    throw refused("FEATURE_NOT_ENABLED", "enums are not enabled");
  }
  if (rules.functionValues) return;
  const fields = structs.flatMap(({ content }) => {
    if (content.kind === "struct") return content.fields;
    return content.kind === "enum" ? content.variants.flatMap((variant) => variant.fields) : [];
  });
  const types = [...tables.signatures.flat(), ...fields.map(({ type }) => type)];
  if (types.some(holdsFunction) || tables.functionHandles.some(({ attributes }) => attributes.length > 0)) {
    throw refused("FEATURE_NOT_ENABLED", "function values are not enabled");
  }
}

/** Refuses instructions whose feature is not on. @throws {@link VmError} `FEATURE_NOT_ENABLED` */
export function checkInstructionFeatures({ code }: CodeToVerify, rules: Rules): void {
  for (const [name] of code) {
    const { feature } = effectOf(name);
    if (feature !== undefined && !rules[feature]) throw refused("FEATURE_NOT_ENABLED", `${name} is not enabled`);
  }
}

function holdsFunction(token: SignatureToken): boolean {
  switch (token.kind) {
    case "Function":
      return true;
    case "Vector":
    case "Reference":
    case "MutableReference":
      return holdsFunction(token.value);
    case "Struct":
      return token.typeArgs.some(holdsFunction);
    default:
      return false;
  }
}
