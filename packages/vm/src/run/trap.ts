import { Instruction, type Segment } from "../code/instruction.ts";
import type { FunctionInstance } from "./function-instance.ts";

/** Opcodes of no format: the instruction that cannot be paid, and the one that finds no room for its result. */
export const outOfGasTrap = 0xfe;
export const stackTrap = 0xff;

/** Code that stops inside one segment. */
export interface TrappedCode {
  readonly code: readonly Instruction[];
  /** Gas of the instructions that can run. */
  readonly paid: number;
  /** Index after the last instruction that was paid. */
  readonly paidTo: number;
}

/**
 * The code of a function with a trap in place of the first instruction of a segment that cannot run, because the gas or the
 * operand stack ends there. What comes before it runs as ever and may fail first.
 */
export function withTrap(instance: FunctionInstance, segment: Segment, fuel: number, room: number): TrappedCode {
  const { instructions } = instance.body;
  let paid = 0;
  for (let i = segment.start; i < segment.end; i++) {
    const cost = instance.costOf(instructions[i]!);
    const fits = paid + cost <= fuel;
    const overflows = (instructions[i + 1]?.height ?? 0) > room;
    if (fits && !overflows) {
      paid += cost;
      continue;
    }
    const op = fits ? stackTrap : outOfGasTrap;
    const code = instructions.slice();
    code[i] = new Instruction({ op, form: op, height: instructions[i]!.height });
    return { code, paid: fits ? paid + cost : paid, paidTo: i };
  }
  throw new Error("a segment that fits was trapped");
}
