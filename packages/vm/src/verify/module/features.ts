import type { SignatureToken } from "@ledger/move";
import type { Rules } from "../../features/rules.ts";
import { effectOf } from "../../instructions/names.ts";
import { type CodeToVerify, fieldsOf, visitToken } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";

/**
 * Refuses what the ledger has not turned on yet: enums, access specifiers, function values.
 *
 * @param specifiers - whether the code itself has access specifiers: a script's are not in the tables
 * @throws {@link VmError} `FEATURE_NOT_ENABLED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#4 | Specification, verifier 4}
 */
export function checkFeatures({ tables, module }: CodeToVerify, specifiers: boolean, rules: Rules): void {
  if (!rules.resourceAccessControl) {
    const isUsed = specifiers || tables.functionHandles.some(({ accessSpecifiers }) => accessSpecifiers !== undefined);
    if (isUsed) throw notEnabled("access specifiers");
  }
  const structs = module?.structDefinitions ?? [];
  if (!rules.enumTypes && structs.some(({ content }) => content.kind === "enum")) throw notEnabled("enums");
  if (rules.functionValues) return;
  const types = [...tables.signatures.flat(), ...structs.flatMap((struct) => fieldsOf(struct).map(({ type }) => type))];
  if (types.some(holdsFunction) || tables.functionHandles.some(({ attributes }) => attributes.length > 0)) {
    throw notEnabled("function values");
  }
}

/** Refuses instructions whose feature is not on. @throws {@link VmError} `FEATURE_NOT_ENABLED` */
export function checkCodeFeatures({ naming }: FunctionCode, rules: Rules): void {
  for (const [name] of naming) {
    const { feature } = effectOf(name);
    if (feature !== undefined && !rules[feature]) throw notEnabled(name);
  }
}

function holdsFunction(type: SignatureToken): boolean {
  let found = false;
  visitToken(type, ({ kind }) => {
    found ||= kind === "Function";
  });
  return found;
}

function notEnabled(subject: string) {
  return refused("FEATURE_NOT_ENABLED", `${subject} not enabled`);
}
