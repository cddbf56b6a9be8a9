import type { Segment } from "../code/instruction.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import { VmError } from "../status/vm-error.ts";
import type { FunctionInstance } from "./function-instance.ts";
import { maxOperands } from "./limits.ts";

/** The place in a segment that execution cannot get past. */
export interface Trap {
  /** The instruction that cannot be paid, or that finds no room for its result. */
  readonly at: number;
  /** Gas of the instructions that are paid. */
  readonly paid: number;
  /** How that instruction fails, once those before it have run. */
  fail(): VmError;
}

/**
 * Finds the first instruction of a segment that cannot run, because the gas or the operand stack ends there. Those before it run as ever
 * and may fail first.
 *
 * @param base - operands of the callers
 */
export function findTrap(instance: FunctionInstance, segment: Segment, meter: GasMeter, base: number): Trap {
  const { instructions } = instance.body;
  let paid = 0;
  for (let at = segment.start; at < segment.end; at++) {
    const cost = instance.costOf(instructions[at]!);
    if (paid + cost > meter.fuel) {
      return {
        at,
        paid,
        fail() {
          meter.fuel -= cost;
          return meter.exhausted(cost);
        },
      };
    }
    paid += cost;
    if (base + (instructions[at + 1]?.height ?? 0) > maxOperands) return { at, paid, fail: stackOverflow };
  }
  throw new Error("a segment that fits was trapped");
}

function stackOverflow(): VmError {
  return new VmError("EXECUTION_STACK_OVERFLOW", `more than ${maxOperands} operands`);
}
