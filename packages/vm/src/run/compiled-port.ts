import type { CallStack } from "./call-stack.ts";
import type { CompiledPort } from "./compiled-code.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { abort, noValue, outOfMemory, variantMismatch } from "./failures.ts";

/**
 * What compiled code sees of an execution.
 *
 * @param ticks - instructions until the clock is looked at
 */
export function createCompiledPort(
  { meter, tracksMemory, sizes }: ExecutionHost,
  calls: CallStack,
  ticks: number,
  failAt: CompiledPort["failAt"],
): CompiledPort {
  const { accounting, frames } = calls;
  return {
    stack: calls.operands,
    meter,
    tracksMemory,
    ticks,
    call: (instruction) => {
      const frame = frames[frames.length - 1]!;
      return calls.callDirectly(frame, instruction, frame.instance);
    },
    failAt,
    loadConstant: (instruction) => accounting.loadConstant(instruction),
    copy: (value, instruction, instance) => accounting.copy(value, instruction, instance),
    equal: (left, right, instruction, instance) => accounting.equal(left, right, instruction, instance),
    release: (value, instruction, instance) => accounting.release(value, instruction, instance),
    usePacked: (instruction, instance) => accounting.usePacked(instruction, instance),
    releasePacked: (instruction, instance) => accounting.releasePacked(instruction, instance),
    packed: (type, instance) => sizes.packed(instance.resolve(type)),
    abort,
    outOfMemory,
    variantMismatch,
    noValue,
  };
}
