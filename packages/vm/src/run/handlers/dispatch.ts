import { nameOf, opcodeOf } from "../../instructions/names.ts";
import type { ControlName, InstructionName, StraightName } from "../../instructions/table.ts";
import { branchHandlers } from "./branches.ts";
import { callHandlers } from "./calls.ts";
import { globalHandlers } from "./globals.ts";
import type { ControlHandler, StraightHandler } from "./handler.ts";
import { integerHandlers } from "./integers.ts";
import { localHandlers } from "./locals.ts";
import { referenceHandlers } from "./references.ts";
import { structHandlers } from "./structs.ts";
import { vectorHandlers } from "./vectors.ts";

const straight: Readonly<Record<StraightName, StraightHandler>> = {
  ...localHandlers,
  ...integerHandlers,
  ...referenceHandlers,
  ...structHandlers,
  ...vectorHandlers,
};

const control: Readonly<Record<ControlName, ControlHandler>> = {
  ...branchHandlers,
  ...callHandlers,
  ...globalHandlers,
};

const straightByOpcode = byOpcode<StraightHandler>(straight);
const controlByOpcode = byOpcode<ControlHandler>(control);

function byOpcode<Handler>(
  handlers: Readonly<Partial<Record<InstructionName, Handler>>>,
): readonly (Handler | undefined)[] {
  return nameOf.map((name) => name && handlers[name]);
}

// Engines put a function into the loop that calls it if it is a constant, which an entry of a table is not. So the instructions that
// run most often are called by name.
const { copy_loc, st_loc, move_loc, ld_u64, br_false, br_true, branch, call, ret } = opcodeOf;
const { copy_loc: copyLocal, st_loc: storeLocal, move_loc: moveLocal } = localHandlers;
const { ld_u64: load } = integerHandlers;
const { br_false: jumpIfFalse, br_true: jumpIfTrue, branch: jump, ret: leave } = branchHandlers;
const { call: callFunction } = callHandlers;

/** Runs an instruction that works on values. */
export const runStraight: StraightHandler = (operands, instruction, frame, accounting) => {
  const { op } = instruction;
  if (op === copy_loc) copyLocal(operands, instruction, frame, accounting);
  else if (op === st_loc) storeLocal(operands, instruction, frame);
  else if (op === ld_u64) load(operands, instruction, frame, accounting);
  else if (op === move_loc) moveLocal(operands, instruction, frame);
  else straightByOpcode[op]!(operands, instruction, frame, accounting);
};

/** Runs the instruction that ends a segment. */
export const runControl: ControlHandler = (control, instruction, frame, pc) => {
  const { op } = instruction;
  if (op === br_false) return jumpIfFalse(control, instruction, frame, pc);
  if (op === call) return callFunction(control, instruction, frame, pc);
  if (op === ret) return leave(control, instruction, frame);
  if (op === branch) return jump(control, instruction, frame, pc);
  if (op === br_true) return jumpIfTrue(control, instruction, frame, pc);
  return controlByOpcode[op]!(control, instruction, frame, pc);
};
