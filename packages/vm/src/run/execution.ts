import type { Awaitable } from "@ledger/types";
import { gasLeft } from "../gas/gas-meter.ts";
import { now } from "../host.ts";
import { VmError } from "../status/vm-error.ts";
import type { Value } from "../value/value.ts";
import { CallStack } from "./call-stack.ts";
import { type CompiledPort, exits } from "./compiled-code.ts";
import { createCompiledPort } from "./compiled-port.ts";
import { locateError } from "./error-place.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { whileRunning, withoutValue } from "./failures.ts";
import type { Frame } from "./frame.ts";
import type { FunctionInstance } from "./function-instance.ts";
import { runControl, runStraight } from "./handlers/dispatch.ts";
import type { Control } from "./handlers/handler.ts";
import { maxOperands } from "./limits.ts";
import { NativeCalls } from "./native-calls.ts";
import { findTrap } from "./trap.ts";

/** Instructions between two looks at the clock, about. */
const instructionsPerLook = 8_192;
/** A call that compiled code makes counts as its function's instructions, or as so many: the way through a long one may be short. */
const mostPerCall = 256;
/** Milliseconds of running before the host is asked whether to wait. */
const sliceMs = 8;

/**
 * One call from outside: its frames and operands. Frames are objects of their own, so that execution can stop at any
 * instruction that waits for state, and continues at that instruction when the answer is there.
 */
export class Execution {
  readonly #host: ExecutionHost;
  readonly #calls: CallStack;
  readonly #control: Control;
  readonly #port: CompiledPort;
  /** The segment that was paid ends before this instruction; negative for the end of the segment of the instruction that runs. */
  #paidTo = 0;
  #sliceStart = 0;
  /** True while what runs notes its place in the frame itself. */
  #isPlaced = false;

  constructor(host: ExecutionHost) {
    this.#host = host;
    this.#calls = new CallStack(host);
    const natives = new NativeCalls(host, this.#calls, (ticks) => {
      this.#port.ticks -= ticks;
    });
    this.#control = { host, calls: this.#calls, natives, resumes: false };
    this.#port = createCompiledPort(host, this.#calls, instructionsPerLook, (frame, pc) => {
      frame.pc = pc;
      this.#paidTo = frame.instance.segmentOf(pc).end;
    });
  }

  /** Runs a function to its end. @returns its results */
  run(instance: FunctionInstance, args: readonly Value[]): Awaitable<readonly Value[]> {
    this.#sliceStart = now();
    if (instance.fn.isNative) {
      for (const arg of args) this.#calls.operands.push(arg);
      return this.#continue(this.#located(() => this.#control.natives.call(instance, undefined)));
    }
    this.#located(() => {
      this.#host.meter.charge(instance.frameCost);
      this.#calls.enter(instance, [...args], "call", instance.frameCost);
    });
    return this.#continue(undefined);
  }

  #continue(pending: Promise<unknown> | undefined): Awaitable<readonly Value[]> {
    if (pending !== undefined) return this.#continueLater(pending);
    const next = this.#calls.frames.length === 0 ? undefined : this.#interpret();
    return next === undefined ? this.#calls.operands : this.#continueLater(next);
  }

  async #continueLater(first: Promise<unknown>): Promise<readonly Value[]> {
    for (let pending: Promise<unknown> | undefined = first; pending !== undefined; ) {
      try {
        await pending;
      } catch (error) {
        throw this.#fail(error);
      }
      this.#sliceStart = now();
      pending = this.#calls.frames.length === 0 ? undefined : this.#interpret();
    }
    return this.#calls.operands;
  }

  #located<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Gives back what was paid for instructions that did not run, and says where the error happened. */
  #fail(thrown: unknown): unknown {
    const frame = this.#calls.frames.at(-1);
    if (frame === undefined) return thrown;
    const { instance, pc } = frame;
    const { effect } = instance.body.instructions[pc]!;
    const error = withoutValue(thrown, effect);
    if (!(error instanceof VmError)) return error;
    const { meter, rules } = this.#host;
    const paidTo = this.#paidTo < 0 ? instance.segmentOf(pc).end : this.#paidTo;
    if (pc + 1 < paidTo) meter.fuel += instance.costBetween(pc + 1, paidTo);
    this.#host.tracer?.fail?.(instance.fn, pc, gasLeft(meter));
    const failure = whileRunning(error, effect, rules);
    if (failure.calls.length === 0 && !failure.placeless) failure.calls = this.#calls.places();
    return locateError(failure, instance.fn, pc);
  }

  /** Runs until the first frame returns (undefined) or something has to be waited for. */
  #interpret(): Promise<unknown> | undefined {
    const control = this.#control;
    const port = this.#port;
    const { frames, operands, accounting } = this.#calls;
    const { meter, tracer } = this.#host;
    let frame!: Frame;
    let pc = 0;
    try {
      // One frame at a time, until it calls or returns.
      calling: while (frames.length > 0) {
        if (!control.resumes) this.#runCompiled();
        if (frames.length === 0) break;
        frame = frames[frames.length - 1]!;
        pc = frame.pc;
        const { instance } = frame;
        const { instructions, segments } = instance.body;
        const costs = instance.segmentCosts;
        const room = maxOperands - frame.base;
        // One segment at a time.
        for (;;) {
          const index = instructions[pc]!.segment;
          const segment = segments[index]!;
          if (control.resumes) control.resumes = false;
          else {
            port.ticks -= segment.end - segment.start;
            const pause = port.ticks < 0 ? this.#look() : undefined;
            if (pause !== undefined) {
              frame.pc = pc;
              return pause;
            }
            const cost = costs[index]!;
            // A price that is not worked out is not a number.
            if (cost <= meter.fuel && segment.peak <= room && tracer === undefined) {
              meter.fuel -= cost;
              this.#paidTo = segment.end;
            } else this.#pay(frame, index);
          }
          for (; pc < segment.straightEnd; pc++) runStraight(operands, instructions[pc]!, frame, accounting);
          if (pc === segment.end) continue;
          const next = runControl(control, instructions[pc]!, frame, pc);
          if (typeof next !== "number") return next;
          if (next < 0) continue calling;
          pc = next;
        }
      }
      return undefined;
    } catch (error) {
      if (this.#isPlaced) this.#isPlaced = false;
      else if (frames.at(-1) === frame) frame.pc = pc;
      throw this.#fail(error);
    }
  }

  /** Pays for the segment that begins at the place of the uppermost frame. */
  #pay(frame: Frame, index: number): void {
    const { meter, tracer } = this.#host;
    const { instance, base } = frame;
    const { start, end, peak } = instance.body.segments[index]!;
    let cost = instance.segmentCosts[index]!;
    if (Number.isNaN(cost)) cost = instance.segmentCost(index);
    if (cost > meter.fuel || base + peak > maxOperands) this.#runToTrap(frame, index);
    meter.fuel -= cost;
    this.#paidTo = end;
    tracer?.segment(instance.fn, start, end, cost, gasLeft(meter), instance);
  }

  /** Runs a segment as far as gas and operand stack reach. @throws {@link VmError} there, or before */
  #runToTrap(frame: Frame, index: number): never {
    const { meter, tracer } = this.#host;
    const { instance, base } = frame;
    const { instructions, segments } = instance.body;
    const { operands, accounting } = this.#calls;
    const segment = segments[index]!;
    const trap = findTrap(instance, segment, meter, base);
    meter.fuel -= trap.paid;
    this.#paidTo = trap.at;
    if (trap.at > segment.start) {
      tracer?.segment(instance.fn, segment.start, trap.at, trap.paid, gasLeft(meter), instance);
    }
    this.#isPlaced = true;
    for (frame.pc = segment.start; frame.pc < trap.at; frame.pc++) {
      runStraight(operands, instructions[frame.pc]!, frame, accounting);
    }
    throw trap.fail();
  }

  /** Runs compiled code for as long as the uppermost frame has some. */
  #runCompiled(): void {
    const calls = this.#calls;
    const { frames } = calls;
    const port = this.#port;
    let frame = frames[frames.length - 1]!;
    let { compiled } = frame.instance.tier;
    if (compiled == null || compiled.entries[frame.pc] === 0 || !calls.mayCompile(frame.instance)) return;
    this.#isPlaced = true;
    for (;;) {
      const exit = compiled.run(frame, port, frame.instance);
      if (exit === exits.returned) {
        calls.leave(frame);
        frames.pop();
        if (frames.length === 0) break;
      } else if (exit === exits.called) {
        // Calls without loops take time too: the interpreter looks at the clock.
        port.ticks -= Math.min(mostPerCall, frames[frames.length - 1]!.instance.body.instructions.length);
        if (port.ticks < 0) break;
      } else {
        this.#control.resumes = exit === exits.paid;
        // An instruction without an emitter may lie in the middle of what is paid for.
        this.#paidTo = -1;
        break;
      }
      frame = frames[frames.length - 1]!;
      compiled = frame.instance.tier.compiled;
      if (compiled == null || compiled.entries[frame.pc] === 0 || !frame.instance.isPlain) break;
    }
    this.#isPlaced = false;
  }

  /** Looks at the clock now and then. */
  #look(): Promise<void> | undefined {
    const { pause, budget } = this.#host;
    budget?.spend(instructionsPerLook - this.#port.ticks);
    this.#port.ticks = instructionsPerLook;
    if (pause === undefined) return undefined;
    const time = now();
    const ran = time - this.#sliceStart;
    if (ran < sliceMs) return undefined;
    this.#sliceStart = time;
    return pause(ran);
  }
}
