import type { Body, Instruction } from "../code/instruction.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import * as arithmetic from "../run/arithmetic.ts";
import type { Frame } from "../run/frame.ts";
import type { FunctionInstance } from "../run/function-instance.ts";
import * as vectors from "../run/vector-operations.ts";
import type { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { ByteVector } from "../value/byte-vector.ts";
import { integerRanges } from "../value/integer.ts";
import { type Integer, Reference, type Value } from "../value/value.ts";
import { emit } from "./emitter.ts";

/** What compiled code asks of the execution that it runs in. */
export interface CompiledPort {
  readonly stack: Value[];
  readonly meter: GasMeter;
  readonly tracksMemory: boolean;
  /** Turns of loops until the clock is looked at. */
  ticks: number;
  /** Makes a call whose operands lie on the stack. @returns one of `exits` */
  call(frame: Frame, instruction: Instruction, instance: FunctionInstance): number;
  /** Notes where code stood that fails. */
  failAt(frame: Frame, pc: number): void;
  loadConstant(instruction: Instruction): Value;
  copy(value: Value, instruction: Instruction, instance: FunctionInstance): Value;
  equal(left: Value, right: Value, instruction: Instruction, instance: FunctionInstance): boolean;
  release(value: Value, instruction: Instruction, instance: FunctionInstance): void;
  usePacked(instruction: Instruction, instance: FunctionInstance): void;
  releasePacked(instruction: Instruction, instance: FunctionInstance): void;
  packed(type: Type, instance: FunctionInstance): number;
  abort(code: Integer): VmError;
  outOfMemory(): VmError;
  variantMismatch(): VmError;
  /** The error of a reference to a value that is gone. */
  noValue(): VmError;
}

/** A function in the host's own code. @returns one of `exits` */
export type CompiledFunction = (frame: Frame, port: CompiledPort, instance: FunctionInstance) => number;

/** A compiled function, with 1 for each instruction at which it may begin. */
export interface CompiledBody {
  readonly run: CompiledFunction;
  readonly entries: Uint8Array;
}

/** Instructions of a function that is worth compiling: beyond, the host's compiler takes too long. */
const maxInstructions = 4_096;

/** Compiles a function; undefined for one that is too long. The host must allow code to be made from text. */
export function compileBody(body: Body, sizes: ValueSizes): CompiledBody | undefined {
  if (body.instructions.length > maxInstructions) return undefined;
  const { source, constants, entries } = emit(body, sizes);
  const make = new Function("K", "A", "R", "V", "Reference", "ByteVector", source);
  const run = make(constants, arithmetic, integerRanges, vectors, Reference, ByteVector) as CompiledFunction;
  return { run, entries };
}

/** Whether the host allows code to be made from text. */
export function canCompile(): boolean {
  try {
    return new Function("return true")() === true;
  } catch {
    return false;
  }
}
