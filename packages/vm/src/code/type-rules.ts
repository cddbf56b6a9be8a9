import type { InstructionName } from "../instructions/table.ts";
import type { TypeRule } from "./code-context.ts";
import { callRules } from "./translate-calls.ts";
import { operandRules } from "./translate-operands.ts";
import { storageRules } from "./translate-storage.ts";
import { structRules } from "./translate-structs.ts";

/**
 * The type rule of every instruction: the operands that it needs and gives, and what it becomes.
 *
 * @see Ledger specification, Move VM §2
 */
export const typeRules: Readonly<Record<InstructionName, TypeRule>> = {
  ...operandRules,
  ...structRules,
  ...callRules,
  ...storageRules,
};
