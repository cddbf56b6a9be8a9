import type { Instruction } from "@ledger/move";
import type { OperandCount } from "../../instructions/effect.ts";
import { effectOf } from "../../instructions/names.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";

interface OperandCounts {
  readonly takes: number;
  readonly gives: number;
}

/** How many operands an instruction takes from the stack, and then puts there. */
export function operandCounts(code: CodeToVerify, fn: FunctionCode, instruction: Instruction): OperandCounts {
  const effect = effectOf(instruction[0]);
  const { takes, gives } = effect;
  if (typeof takes === "number" && typeof gives === "number") return effect as OperandCounts;
  return { takes: countOf(takes, code, fn, instruction), gives: countOf(gives, code, fn, instruction) };
}

function countOf(count: OperandCount, code: CodeToVerify, fn: FunctionCode, instruction: Instruction): number {
  if (typeof count === "number") return count;
  const [name, operand, second] = instruction;
  const index = Number(operand);
  const { signatures } = code.tables;
  switch (count) {
    case "returned":
      return fn.results.length;
    case "parameters":
      return signatures[code.functionHandle(name, index).params]!.length;
    case "fields":
      return code.packedFields(name, index)?.length ?? 0;
    case "elements":
      return Number(second);
    case "captured":
      return countBits(BigInt(second!));
    case "closure": {
      const [type] = signatures[index]!;
      return type?.kind === "Function" ? type.args.length + 1 : 1;
    }
    default: {
      if (effectOf(name).names === "function") return signatures[code.functionHandle(name, index).returns]!.length;
      const [type] = signatures[index]!;
      return type?.kind === "Function" ? type.results.length : 0;
    }
  }
}

function countBits(mask: bigint): number {
  let count = 0;
  for (let rest = mask; rest > 0n; rest &= rest - 1n) count++;
  return count;
}
