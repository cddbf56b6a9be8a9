import type { Instruction } from "../../code/instruction.ts";
import type { ControlName } from "../../instructions/table.ts";
import { VmError } from "../../status/vm-error.ts";
import type { FunctionType, Type } from "../../type/type.ts";
import { copyValue } from "../../value/copy.ts";
import type { ValueLayout } from "../../value/layout.ts";
import { Closure, type Value } from "../../value/value.ts";
import { exits } from "../compiled-code.ts";
import type { ExecutionHost } from "../execution-host.ts";
import type { Frame } from "../frame.ts";
import type { FunctionInstance } from "../function-instance.ts";
import { takeOperands } from "../operands.ts";
import { again, type Control, type ControlHandler, elsewhere } from "./handler.ts";

/** Calls the function of the call site. */
const call: ControlHandler = (control, instruction, frame, pc) => {
  const { host, calls, natives } = control;
  const { instance } = frame;
  frame.pc = pc;
  if (calls.callDirectly(frame, instruction, instance) === exits.called) return elsewhere;
  const site = instruction.site!;
  let link = instance.links[site.index];
  if (link === undefined || !host.isConfirmed(link.callee.fn.module!)) {
    const found = calls.link(instance, site);
    if (found instanceof Promise) return again(control, found);
    link = found;
  }
  calls.payCall(link, site, instance);
  const { callee } = link;
  if (callee.fn.isNative) return natives.call(callee, frame) ?? elsewhere;
  if (callee.frameCost > 0) calls.accounting.charge(callee.frameCost);
  calls.enter(callee, takeOperands(calls.operands, callee.paramCount), "call");
  frame.pc = pc + 1;
  return elsewhere;
};

/** Makes a function value of the operands that it captures. */
const packClosure: ControlHandler = (control, instruction, frame, pc) => {
  const { host, calls } = control;
  const { instance } = frame;
  frame.pc = pc;
  const site = instruction.site!;
  const captured = instruction.fields!.map((type) => instance.resolve(type));
  const typeArgs = site.target.typeArgs.map((type) => instance.resolve(type));
  const target = { ...site.target, typeArgs };
  const resolved = host.instance(target, instance.fn);
  if (resolved instanceof Promise) return again(control, resolved);
  const layouts = resolved.fn.isPersistent ? capturedLayouts(host, captured) : undefined;
  if (layouts instanceof Promise) return again(control, layouts);
  if (site.instantiation >= 0) calls.accounting.charge(host.costs.typeCreation(typeArgs, []));
  const { sizes, tracksMemory } = host;
  if (tracksMemory) calls.accounting.use(captured.reduce((sum, type) => sum + sizes.stack(type), 0));
  const values = takeOperands(calls.operands, instruction.count);
  calls.operands.push(new Closure(target, instruction.value as unknown as bigint, values, layouts, captured));
  return pc + 1;
};

/**
 * Layouts of the values in a function value that can be stored.
 *
 * @returns the layouts, or the promise of one that is not there
 * @throws {@link VmError} `UNABLE_TO_CAPTURE_DELAYED_FIELDS`
 */
function capturedLayouts(
  { session }: ExecutionHost,
  captured: readonly Type[],
): readonly ValueLayout[] | Promise<unknown> {
  const layouts: ValueLayout[] = [];
  for (const type of captured) {
    const layout = session.layout(type);
    if (layout instanceof Promise) return layout;
    if (session.delayedFields?.mayHold(type) === true) {
      throw new VmError(
        "UNABLE_TO_CAPTURE_DELAYED_FIELDS",
        `${type.text} may not be captured in a function value that can be stored`,
      );
    }
    layouts.push(layout);
  }
  return layouts;
}

/** Finds the function of the function value on top of the operands, and calls it. */
const callClosure: ControlHandler = (control, instruction, frame, pc) => {
  const { host, calls } = control;
  frame.pc = pc;
  const closure = calls.operands[calls.operands.length - 1] as Closure;
  const callee = host.closureTarget(closure, instruction.type as FunctionType, frame.instance);
  if (callee instanceof Promise) return again(control, callee);
  return enterClosure(control, instruction, frame, callee) ?? elsewhere;
};

/** Calls the function of the function value on top of the operands. @returns what a native waits for */
function enterClosure(
  { host, calls, natives }: Control,
  instruction: Instruction,
  frame: Frame,
  callee: FunctionInstance,
): Promise<void> | undefined {
  const stack = calls.operands;
  const closure = stack.pop() as Closure;
  const given = takeOperands(calls.operands, instruction.count);
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

/** Calls and function values. */
export const callHandlers = {
  call,
  pack_closure: packClosure,
  call_closure: callClosure,
} as const satisfies Partial<Record<ControlName, ControlHandler>>;
