import type { ControlName } from "../../instructions/table.ts";
import type { ByteVector } from "../../value/byte-vector.ts";
import type { Integer } from "../../value/value.ts";
import { abort, abortWithMessage } from "../failures.ts";
import type { Frame } from "../frame.ts";
import { type Control, type ControlHandler, elsewhere } from "./handler.ts";

/** Jumps; backwards, compiled code may take over. */
function jump({ calls }: Control, frame: Frame, from: number, to: number): number {
  if (to > from || !calls.warm(frame.instance)) return to;
  frame.pc = to;
  return elsewhere;
}

/** Branches and the ends of calls. */
export const branchHandlers = {
  br_true: (control, { at }, frame, pc) =>
    control.calls.operands.pop() === true ? jump(control, frame, pc, at) : pc + 1,
  br_false: (control, { at }, frame, pc) =>
    control.calls.operands.pop() === false ? jump(control, frame, pc, at) : pc + 1,
  branch: (control, { at }, frame, pc) => jump(control, frame, pc, at),
  ret: ({ calls }, _, frame) => {
    calls.leave(frame);
    calls.frames.pop();
    return elsewhere;
  },
  abort: ({ calls }) => {
    throw abort(calls.operands.pop() as Integer);
  },
  abort_msg: ({ calls }, instruction) => {
    const message = calls.operands.pop() as ByteVector;
    calls.accounting.chargeUnits(instruction, message.length);
    throw abortWithMessage(calls.operands.pop() as Integer, message);
  },
} as const satisfies Partial<Record<ControlName, ControlHandler>>;
