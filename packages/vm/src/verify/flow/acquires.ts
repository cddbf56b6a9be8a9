import type { OpcodeName } from "@ledger/move";
import { acquires, plainName } from "../../instructions/names.ts";
import { key } from "../../type/abilities.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";

/**
 * A function lists exactly those structs of its module that it, or a function of the module that it calls, takes or borrows from
 * global storage.
 *
 * @throws {@link VmError} `MISSING_ACQUIRES_ANNOTATION`, `EXTRANEOUS_ACQUIRES_ANNOTATION`, `INVALID_ACQUIRES_ANNOTATION`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.6 | Specification, verifier 9.6}
 */
export function checkAcquires(code: CodeToVerify, { acquires: listed, naming }: FunctionCode): void {
  const allowed = new Set(listed);
  const actual = new Set<number>();
  for (const [name, operand] of naming) {
    for (const struct of acquiredBy(code, name, Number(operand))) {
      if (!allowed.has(struct)) {
        throw refused("MISSING_ACQUIRES_ANNOTATION", "a function uses a resource that its acquires list lacks");
      }
      actual.add(struct);
    }
  }
  for (const struct of listed) {
    if (!actual.has(struct)) {
      throw refused(
        "EXTRANEOUS_ACQUIRES_ANNOTATION",
        "a function's acquires list names a resource that it does not use",
      );
    }
    if ((code.structHandle(struct).abilities & key) === 0) {
      throw refused("INVALID_ACQUIRES_ANNOTATION", "a function's acquires list names a struct that is not a resource");
    }
  }
}

/** The struct definitions that an instruction, or the function of the module that it calls, takes or borrows. */
export function acquiredBy(code: CodeToVerify, name: OpcodeName, index: number): readonly number[] {
  if (acquires(name)) return [code.structOf(name, index)];
  if (plainName(name) !== "call") return [];
  const definition = code.definitionOf(code.entry(name, index));
  return definition === undefined ? [] : code.module!.functionDefinitions[definition]!.acquires;
}
