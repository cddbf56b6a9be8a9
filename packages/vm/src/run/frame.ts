import type { Value } from "../value/value.ts";
import type { FunctionInstance } from "./function-instance.ts";

/** How a frame was entered. */
export type Entry = "call" | "closure" | "dispatch";

/** A function that runs. */
export class Frame {
  readonly instance: FunctionInstance;
  /** Parameters, then locals; undefined is a local without a value. */
  readonly locals: (Value | undefined)[];
  /** Operands of the callers. */
  readonly base: number;
  readonly entry: Entry;
  /** The next instruction; in a waiting caller the one after the call. */
  pc = 0;

  constructor(instance: FunctionInstance, locals: (Value | undefined)[], base: number, entry: Entry) {
    this.instance = instance;
    this.locals = locals;
    this.base = base;
    this.entry = entry;
  }
}
