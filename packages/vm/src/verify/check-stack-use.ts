import type { Instruction } from "../code/instruction.ts";
import type { Block } from "./control-flow.ts";
import type { VerifierLimits } from "./limits.ts";
import { refused } from "./refused.ts";

/**
 * Checks how many operands each block puts on the stack. That it finds its operands and leaves none is known already, but for those
 * that an abort leaves.
 *
 * @param code - instructions that are well typed
 * @throws {@link VmError} `VALUE_STACK_PUSH_OVERFLOW`, `VALUE_STACK_OVERFLOW`, `POSITIVE_STACK_SIZE_AT_BLOCK_END`
 */
export function checkStackUse(code: readonly Instruction[], blocks: readonly Block[], limits: VerifierLimits): void {
  for (const { start, end } of blocks) {
    let pushes = 0;
    for (let i = start; i < end; i++) {
      const instruction = code[i]!;
      pushes += instruction.gives;
      if (pushes > limits.pushes) throw refused("VALUE_STACK_PUSH_OVERFLOW", "a block pushes too many operands");
      if (instruction.height > limits.stack) throw refused("VALUE_STACK_OVERFLOW", "a block has too many operands");
    }
    const { effect, height } = code[end - 1]!;
    if (effect.ends === "abort" && height > Number(effect.takes)) {
      throw refused("POSITIVE_STACK_SIZE_AT_BLOCK_END", "an abort leaves operands on the stack");
    }
  }
}
