import type { Instruction, Segment } from "../code/instruction.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { Integer, Value } from "../value/value.ts";

/**
 * The ways in which compiled code returns: the frame returned; the interpreter continues at the frame's instruction, which is not
 * paid; or at one that is; or another frame is the uppermost one.
 */
export const exits = { returned: 0, unpaid: 1, paid: 2, called: 3 } as const;

/** Types of a function with its type arguments filled in. */
export interface TypeResolver {
  /** @throws {@link VmError} `TOO_MANY_TYPE_NODES`, `VM_MAX_TYPE_DEPTH_REACHED` */
  resolve(type: Type): Type;
}

/** The function with type arguments, as its compiled code sees it. */
export interface CompiledInstance extends TypeResolver {
  readonly segmentCosts: Float64Array;
  segmentOf(pc: number): Segment;
}

/** A frame, as compiled code sees it. */
export interface CompiledFrame {
  readonly instance: CompiledInstance;
  readonly locals: readonly (Value | undefined)[];
  readonly base: number;
  pc: number;
}

/** The execution that compiled code runs in. */
export interface CompiledPort {
  readonly stack: Value[];
  readonly meter: GasMeter;
  readonly tracksMemory: boolean;
  /** Instructions until the clock is looked at, about. */
  ticks: number;
  /** Makes a call of the uppermost frame, whose operands lie on the stack. @returns one of `exits` */
  call(instruction: Instruction): number;
  /** Notes where code stood that fails. */
  failAt(frame: CompiledFrame, pc: number): void;
  loadConstant(instruction: Instruction): Value;
  copy(value: Value, instruction: Instruction, types: TypeResolver): Value;
  equal(left: Value, right: Value, instruction: Instruction, types: TypeResolver): boolean;
  release(value: Value, instruction: Instruction, types: TypeResolver): void;
  usePacked(instruction: Instruction, types: TypeResolver): void;
  releasePacked(instruction: Instruction, types: TypeResolver): void;
  packed(type: Type, types: TypeResolver): number;
  abort(code: Integer): VmError;
  outOfMemory(): VmError;
  variantMismatch(): VmError;
  /** The error of a reference to a value that is gone. */
  noValue(): VmError;
}

/** A function in the host's own code. @returns one of `exits` */
export type CompiledFunction = (frame: CompiledFrame, port: CompiledPort, instance: CompiledInstance) => number;

/** A compiled function, with 1 for each instruction at which it may begin. */
export interface CompiledBody {
  readonly run: CompiledFunction;
  readonly entries: Uint8Array;
}

/** How far the way of a function's code from the interpreter to compiled code is. All instances of a function share it. */
export interface Tier {
  /** Calls and turns of loops so far. */
  heat: number;
  /** Null for code that stays with the interpreter. */
  compiled: CompiledBody | null | undefined;
}
