import type { Instruction } from "@ledger/move";
import { effectOf } from "../../instructions/names.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import type { VerifierLimits } from "../limits.ts";
import { refused } from "../refused.ts";
import type { Block } from "./blocks.ts";
import { operandCounts } from "./operand-counts.ts";

/**
 * Each block finds its operands on the stack, leaves none there, and puts no more there than it may.
 *
 * @throws {@link VmError} `VALUE_STACK_PUSH_OVERFLOW`, `NEGATIVE_STACK_SIZE_WITHIN_BLOCK`, `VALUE_STACK_OVERFLOW`,
 * `POSITIVE_STACK_SIZE_AT_BLOCK_END`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.2 | Specification, verifier 9.2}
 */
export function checkStack(
  code: CodeToVerify,
  fn: FunctionCode,
  instructions: readonly Instruction[],
  blocks: readonly Block[],
  limits: VerifierLimits,
): void {
  for (const { start, end } of blocks) {
    let height = 0;
    let pushes = 0;
    for (let at = start; at < end; at++) {
      const { takes, gives } = operandCounts(code, fn, instructions[at]!);
      pushes += gives;
      if (pushes > limits.pushes) throw refused("VALUE_STACK_PUSH_OVERFLOW", "a block pushes too many operands");
      height -= takes;
      if (height < 0) throw refused("NEGATIVE_STACK_SIZE_WITHIN_BLOCK", "an instruction has no operand in its block");
      height += gives;
      if (height > limits.stack) throw refused("VALUE_STACK_OVERFLOW", "a block has too many operands");
    }
    if (height > 0) {
      const [last] = instructions[end - 1]!;
      const what = effectOf(last).ends === "abort" ? "an abort" : "a block";
      throw refused("POSITIVE_STACK_SIZE_AT_BLOCK_END", `${what} leaves operands on the stack`);
    }
  }
}
