import type { Body } from "../code/instruction.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import * as arithmetic from "../run/arithmetic.ts";
import type { CompiledBody, CompiledFunction } from "../run/compiled-code.ts";
import * as vectors from "../run/vector-operations.ts";
import { ByteVector } from "../value/byte-vector.ts";
import { integerRanges } from "../value/integer.ts";
import { Reference } from "../value/value.ts";
import { emit } from "./emitter.ts";

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

/** True if the host allows code to be made from text. */
export function canCompile(): boolean {
  try {
    return new Function("return true")() === true;
  } catch {
    return false;
  }
}
