import type { Instruction } from "../code/instruction.ts";
import type { Block } from "./control-flow.ts";
import { refused } from "./refused.ts";
import type { VerifierLimits } from "./rules.ts";

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
      pushes += pushesOf(instruction);
      if (pushes > limits.pushes) throw refused("VALUE_STACK_PUSH_OVERFLOW", "a block pushes too many operands");
      if (instruction.height > limits.stack) throw refused("VALUE_STACK_OVERFLOW", "a block has too many operands");
    }
    const { op, height } = code[end - 1]!;
    if ((op === 0x27 && height > 1) || (op === 0x68 && height > 2)) {
      throw refused("POSITIVE_STACK_SIZE_AT_BLOCK_END", "an abort leaves operands on the stack");
    }
  }
}

/** Instructions that push nothing. */
const silent = new Set([0x01, 0x02, 0x03, 0x04, 0x05, 0x0c, 0x15, 0x27, 0x28, 0x2d, 0x3f, 0x44, 0x47, 0x68]);

function pushesOf({ op, b }: Instruction): number {
  if (silent.has(op)) return 0;
  switch (op) {
    // Calls push results, unpacking pushes fields or elements.
    case 0x11:
    case 0x38:
    case 0x5a:
    case 0x13:
    case 0x3a:
    case 0x46:
    case 0x54:
    case 0x55:
      return b;
    default:
      return 1;
  }
}
