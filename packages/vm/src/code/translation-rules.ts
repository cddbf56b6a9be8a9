import type { InstructionName } from "../instructions/table.ts";
import type { TranslationRule } from "./code-context.ts";
import { callRules } from "./translate-calls.ts";
import { operandRules } from "./translate-operands.ts";
import { storageRules } from "./translate-storage.ts";
import { structRules } from "./translate-structs.ts";

/** Makes each instruction ready to run. */
export const translationRules: Readonly<Record<InstructionName, TranslationRule>> = {
  ...operandRules,
  ...structRules,
  ...callRules,
  ...storageRules,
};
