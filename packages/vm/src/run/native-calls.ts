import type { Awaitable } from "@ledger/types";
import { gasLeft } from "../gas/gas-meter.ts";
import { now } from "../host.ts";
import { Dispatch, NativeCall, type NativeResult, Results } from "../port/native.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { bytesOfValue } from "../value/copy.ts";
import type { CallStack } from "./call-stack.ts";
import { locateError } from "./error-place.ts";
import type { ExecutionHost } from "./execution-host.ts";
import type { Frame } from "./frame.ts";
import type { FunctionInstance } from "./function-instance.ts";
import { takeOperands } from "./operands.ts";

/**
 * Gas of natives that counts as much as an instruction, when the clock is to be looked at. The costliest take about a nanosecond for a unit,
 * so that some milliseconds pass between two looks at most.
 */
const gasPerTick = 625;

/** The same for a millisecond, where a host bounds the work that it does. */
const ticksPerMillisecond = 1_024;

/** Runs natives, whose arguments and results lie among the operands. */
export class NativeCalls {
  readonly #host: ExecutionHost;
  readonly #calls: CallStack;
  readonly #spend: (ticks: number) => void;

  /** @param spend - called with the time that a native may have taken, in instructions */
  constructor(host: ExecutionHost, calls: CallStack, spend: (ticks: number) => void) {
    this.#host = host;
    this.#calls = calls;
    this.#spend = spend;
  }

  /** Runs a native whose arguments lie on the stack; the caller continues after it. */
  call(callee: FunctionInstance, caller: Frame | undefined): Promise<void> | undefined {
    const host = this.#host;
    const { fn } = callee;
    const args = takeOperands(this.#calls.operands, callee.paramCount);
    if (host.tracksMemory && !this.#calls.keepsArguments) {
      for (let i = 0; i < args.length; i++) {
        host.meter.memory += host.sizes.heap(args[i]!, callee.resolve(fn.params[i]!), host.shape);
      }
    }
    const module = fn.module!;
    const self = { module: module.name, name: fn.name };
    host.tracer?.enter(fn, gasLeft(host.meter));
    const call = new NativeCall(host.session, args, callee.typeArgs, self, (depth) => this.#calls.placeOf(depth));
    const fail = (error: unknown): never => {
      // Before version 36 a native that fails otherwise has paid nothing.
      if (error instanceof VmError && error.status === "ABORTED") call.settle();
      throw locateError(error, fn, 0);
    };
    const before = host.meter.fuel;
    const began = host.budget && now();
    const finish = (result: NativeResult): Promise<void> | undefined => {
      call.settle();
      // Natives may take long; what they cost tells.
      const spent = before - host.meter.fuel;
      if (spent > 0) this.#spend(Math.floor(spent / gasPerTick));
      // Where natives cost nothing, their price tells nothing.
      if (began !== undefined) this.#spend(Math.floor((now() - began) * ticksPerMillisecond));
      return this.#finish(callee, result, caller)?.catch(fail);
    };
    try {
      const result = (callee.native ?? host.missingNative(fn))(call);
      return result instanceof Promise ? result.then(finish).catch(fail) : finish(result);
    } catch (error) {
      return fail(error);
    }
  }

  #finish(callee: FunctionInstance, result: NativeResult, caller: Frame | undefined): Promise<void> | undefined {
    const { fn } = callee;
    this.#host.tracer?.leave(fn, gasLeft(this.#host.meter));
    if (result instanceof Dispatch) return this.#dispatch(result, caller);
    const { results } = fn;
    const values = result instanceof Results ? result.values : result === undefined ? [] : [result];
    if (values.length !== results.length) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a native returns a wrong number of results");
    }
    const finish = (): void => {
      for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        if (typeof value === "object") {
          this.#host.budget?.take(bytesOfValue(value));
          this.#calls.accounting.useHeap(value, callee.resolve(results[i]!));
        }
        this.#calls.operands.push(value);
      }
      if (caller !== undefined) caller.pc++;
    };
    const ready = this.#prepareSizes(callee, results);
    if (ready instanceof Promise) return ready.then(finish);
    finish();
    return undefined;
  }

  /** A native may return a struct whose module nothing has used so far; counting its size takes that module. */
  #prepareSizes(callee: FunctionInstance, results: readonly Type[]): Awaitable<unknown> {
    for (const [i, result] of results.entries()) {
      if (result.kind !== "Struct" && result.kind !== "TypeParameter") continue;
      const type = callee.resolve(result);
      const layout = type.kind === "Struct" ? this.#host.session.layout(type) : undefined;
      if (layout instanceof Promise) return layout.then(() => this.#prepareSizes(callee, results.slice(i + 1)));
    }
    return undefined;
  }

  #dispatch({ target, args }: Dispatch, caller: Frame | undefined): Promise<void> | undefined {
    const enter = (instance: FunctionInstance): void => {
      this.#host.meter.charge(instance.frameCost);
      this.#calls.enter(instance, [...args], "dispatch");
      if (caller !== undefined) caller.pc++;
    };
    const instance = this.#host.instance(target);
    if (instance instanceof Promise) return instance.then(enter);
    enter(instance);
    return undefined;
  }
}
