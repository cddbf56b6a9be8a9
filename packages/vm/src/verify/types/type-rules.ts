import type { Instruction } from "@ledger/move";
import { plainName } from "../../instructions/names.ts";
import type { InstructionName } from "../../instructions/table.ts";
import { callRules } from "./call-rules.ts";
import { operandRules } from "./operand-rules.ts";
import { storageRules } from "./storage-rules.ts";
import { structRules } from "./struct-rules.ts";
import type { TypeCheck, TypeRule } from "./type-check.ts";

/** The type rule of every instruction. */
const typeRules: Readonly<Record<InstructionName, TypeRule>> = {
  ...operandRules,
  ...structRules,
  ...callRules,
  ...storageRules,
};

/**
 * Every instruction finds operands of the types that it needs.
 *
 * @param instructions - whose blocks begin and end with an empty stack, so that they are followed one after the other
 * @throws {@link VmError} the status of the instruction; `CONSTRAINT_NOT_SATISFIED` of the meter
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.3 | Specification, verifier 9.3}
 */
export function checkTypes(check: TypeCheck, instructions: readonly Instruction[]): void {
  for (const instruction of instructions) typeRules[plainName(instruction[0])](check, check.enter(instruction));
}
