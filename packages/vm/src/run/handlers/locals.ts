import { hasFixedSize } from "../../code/segments.ts";
import type { StraightName } from "../../instructions/table.ts";
import { Reference, type Value } from "../../value/value.ts";
import type { StraightHandler } from "./handler.ts";

const borrowLocal: StraightHandler = (operands, { at }, { locals }) => {
  operands.push(new Reference(locals as Value[], at));
};

/** Locals, and what makes or drops a value. */
export const localHandlers = {
  pop: (operands, instruction, { instance }, accounting) => {
    accounting.release(operands.pop()!, instruction, instance);
  },
  nop: () => {},
  ld_const: (operands, instruction, { instance }, accounting) => {
    instance.resolve(instruction.type!);
    operands.push(accounting.loadConstant(instruction));
  },
  copy_loc: (operands, instruction, { instance, locals }, accounting) => {
    const value = locals[instruction.at]!;
    operands.push(hasFixedSize(instruction.type!) ? value : accounting.copy(value, instruction, instance));
  },
  move_loc: (operands, { at }, { locals }) => {
    operands.push(locals[at]!);
    locals[at] = undefined;
  },
  st_loc: (operands, { at }, { locals }) => {
    locals[at] = operands.pop()!;
  },
  mut_borrow_loc: borrowLocal,
  imm_borrow_loc: borrowLocal,
} as const satisfies Partial<Record<StraightName, StraightHandler>>;
