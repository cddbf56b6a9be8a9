import type { Awaitable } from "@ledger/types";
import type { Instruction } from "../code/instruction.ts";
import { VmError } from "../status/vm-error.ts";
import { copyValue } from "../value/copy.ts";
import { Closure, type Value } from "../value/value.ts";
import type { CallStack } from "./call-stack.ts";
import type { ExecutionHost } from "./execution-host.ts";
import type { Frame } from "./frame.ts";
import type { FunctionInstance } from "./function-instance.ts";
import type { NativeCalls } from "./native-calls.ts";

/** Makes a function value of the operands that it captures. @returns what has to be waited for before the instruction runs */
export function packClosure(
  host: ExecutionHost,
  calls: CallStack,
  instruction: Instruction,
  instance: FunctionInstance,
): Promise<unknown> | undefined {
  const site = instruction.site!;
  const captured = instruction.fields!.map((type) => instance.resolve(type));
  const typeArgs = site.target.typeArgs.map((type) => instance.resolve(type));
  const target = { ...site.target, typeArgs };
  const resolved = host.instance(target, instance.fn);
  if (resolved instanceof Promise) return resolved;
  let layouts: Awaitable<unknown>[] | undefined;
  if (resolved.fn.isPersistent) {
    layouts = [];
    for (const type of captured) {
      const layout = host.session.layout(type);
      if (layout instanceof Promise) return layout;
      if (host.session.delayedFields?.mayHold(type) === true) {
        throw new VmError(
          "UNABLE_TO_CAPTURE_DELAYED_FIELDS",
          `${type.text} may not be captured in a function value that can be stored`,
        );
      }
      layouts.push(layout);
    }
  }
  if (site.instantiation >= 0) calls.accounting.charge(host.costs.typeCreation(typeArgs, []));
  const { sizes, tracksMemory } = host;
  if (tracksMemory) calls.accounting.use(captured.reduce((sum, type) => sum + sizes.stack(type), 0));
  const values = calls.takeOperands(instruction.count);
  calls.operands.push(
    new Closure(
      target,
      instruction.value as unknown as bigint,
      values,
      layouts as Closure["capturedLayouts"],
      captured,
    ),
  );
  return undefined;
}

/** Calls the function value on top of the operands; its function is found. @returns what a native waits for */
export function callClosure(
  host: ExecutionHost,
  calls: CallStack,
  natives: NativeCalls,
  callee: FunctionInstance,
  instruction: Instruction,
  frame: Frame,
): Promise<void> | undefined {
  const stack = calls.operands;
  const closure = stack.pop() as Closure;
  const given = calls.takeOperands(instruction.count);
  const args: Value[] = [];
  let fromClosure = 0;
  let fromStack = 0;
  for (let i = 0; i < callee.paramCount; i++) {
    const isCaptured = ((closure.mask >> BigInt(i)) & 1n) === 1n;
    args.push(isCaptured ? copyValue(closure.captured[fromClosure++]!, host.budget) : given[fromStack++]!);
  }
  calls.accounting.charge(host.closureCallCost(callee));
  if (callee.fn.isNative) {
    for (const arg of args) stack.push(arg);
    return natives.call(callee, frame);
  }
  host.meter.charge(callee.frameCost);
  calls.enter(callee, args, "closure");
  frame.pc++;
  return undefined;
}
