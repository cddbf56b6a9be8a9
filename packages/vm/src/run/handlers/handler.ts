import type { Instruction } from "../../code/instruction.ts";
import type { Value } from "../../value/value.ts";
import type { Accounting } from "../accounting.ts";
import type { CallStack } from "../call-stack.ts";
import type { ExecutionHost } from "../execution-host.ts";
import type { Frame } from "../frame.ts";
import type { NativeCalls } from "../native-calls.ts";

/** Runs an instruction that works on values: on the operands, and on the locals of the uppermost frame. */
export type StraightHandler = (
  operands: Value[],
  instruction: Instruction,
  frame: Frame,
  accounting: Accounting,
) => void;

/** The part of an execution that instructions need which branch, call, return or wait. */
export interface Control {
  readonly host: ExecutionHost;
  readonly calls: CallStack;
  readonly natives: NativeCalls;
  /** True if the next instruction is paid already: execution was suspended there. */
  resumes: boolean;
}

/**
 * Runs the instruction at `pc` that ends a segment.
 *
 * @returns the index of the next instruction of the same frame; {@link elsewhere}; or a promise that has to be waited for
 */
export type ControlHandler = (
  control: Control,
  instruction: Instruction,
  frame: Frame,
  pc: number,
) => number | Promise<unknown>;

/** In place of the next instruction: the uppermost frame, which may be another one now, says where execution continues. */
export const elsewhere = -1;

/** Has an instruction run again once what it needs is there. It is paid, and has done nothing so far. */
export function again(control: Control, needed: Promise<unknown>): Promise<unknown> {
  control.resumes = true;
  return needed;
}
