import type { Awaitable } from "@ledger/types";
import { hasFixedSize } from "../code/segments.ts";
import { gasLeft } from "../gas/gas-meter.ts";
import { now } from "../host.ts";
import { VmError } from "../status/vm-error.ts";
import type { FunctionType } from "../type/type.ts";
import type { ByteVector } from "../value/byte-vector.ts";
import { integerRanges } from "../value/integer.ts";
import { type Closure, type Integer, Reference, type Value } from "../value/value.ts";
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  cast,
  divide,
  multiply,
  negate,
  remainder,
  shiftLeft,
  shiftRight,
  subtract,
} from "./arithmetic.ts";
import { CallStack } from "./call-stack.ts";
import { callClosure, packClosure } from "./closures.ts";
import { type CompiledPort, exits } from "./compiled-code.ts";
import { locateError } from "./error-place.ts";
import type { ExecutionHost } from "./execution-host.ts";
import {
  abort,
  abortWithMessage,
  noValue,
  outOfMemory,
  variantMismatch,
  whileRunning,
  withoutValue,
} from "./failures.ts";
import type { FunctionInstance } from "./function-instance.ts";
import { touchGlobal } from "./global-storage.ts";
import { NativeCalls } from "./native-calls.ts";
import * as structs from "./struct-instructions.ts";
import { outOfGasTrap, stackTrap, withTrap } from "./trap.ts";
import * as vectors from "./vector-operations.ts";

const maxOperands = 1024;
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
  readonly #natives: NativeCalls;
  readonly #port: CompiledPort;
  /** The segment that was paid ends before this instruction; negative for the end of the segment of the instruction that runs. */
  #paidTo = 0;
  /** The next instruction was paid for before execution was suspended there. */
  #resumes = false;
  #sliceStart = 0;
  /** Compiled code runs: it notes its own place. */
  #isCompiled = false;

  constructor(host: ExecutionHost) {
    this.#host = host;
    this.#calls = new CallStack(host);
    this.#natives = new NativeCalls(host, this.#calls, (ticks) => {
      this.#port.ticks -= ticks;
    });
    this.#port = this.#createPort();
  }

  /** Runs a function to its end. @returns its results */
  run(instance: FunctionInstance, args: readonly Value[]): Awaitable<readonly Value[]> {
    this.#sliceStart = now();
    if (instance.fn.isNative) {
      for (const arg of args) this.#calls.operands.push(arg);
      return this.#continue(this.#located(() => this.#natives.call(instance, undefined)));
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
    const host = this.#host;
    const { meter } = host;
    const calls = this.#calls;
    const { frames, operands: stack, accounting } = calls;
    const port = this.#port;
    let frame = frames.at(-1)!;
    let pc = frame.pc;
    try {
      for (;;) {
        if (!this.#resumes && this.#runCompiled(pc)) {
          if (frames.length === 0) return undefined;
          frame = frames[frames.length - 1]!;
          pc = frame.pc;
        }
        // One frame at a time, until it calls or returns.
        const { instance, locals, base } = frame;
        const { segments } = instance.body;
        const costs = instance.segmentCosts;
        let code = frame.code;
        run: for (;;) {
          const instruction = code[pc]!;
          if (instruction.segment >= 0) {
            if (this.#resumes) this.#resumes = false;
            else {
              const segment = segments[instruction.segment]!;
              port.ticks -= segment.end - segment.start;
              if (port.ticks < 0) {
                const pause = this.#look();
                if (pause !== undefined) {
                  frame.pc = pc;
                  return pause;
                }
              }
              let cost = costs[instruction.segment]!;
              if (Number.isNaN(cost)) cost = instance.segmentCost(instruction.segment);
              if (cost > meter.fuel || base + segment.peak > maxOperands) {
                const trap = withTrap(instance, segment, meter.fuel, maxOperands - base);
                meter.fuel -= trap.paid;
                this.#paidTo = trap.paidTo;
                if (trap.paidTo > segment.start) {
                  host.tracer?.segment(instance.fn, segment.start, trap.paidTo, trap.paid, gasLeft(meter), instance);
                }
                code = trap.code;
                this.#resumes = true;
                continue;
              }
              meter.fuel -= cost;
              this.#paidTo = segment.end;
              host.tracer?.segment(instance.fn, segment.start, segment.end, cost, gasLeft(meter), instance);
            }
          }
          this.#resumes = false;
          switch (instruction.op) {
            case 0x01: // pop
              accounting.release(stack.pop()!, instruction, instance);
              break;
            case 0x02: // ret
              calls.leave(frame);
              frames.pop();
              if (frames.length === 0) return undefined;
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            case 0x03:
            case 0x04: // br_true, br_false
              if (stack.pop() !== (instruction.op === 0x03)) break;
              if (instruction.at > pc) {
                pc = instruction.at;
                continue;
              }
              pc = instruction.at;
              if (calls.warm(instance)) break run;
              continue;
            case 0x05: // branch
              if (instruction.at > pc) {
                pc = instruction.at;
                continue;
              }
              pc = instruction.at;
              if (calls.warm(instance)) break run;
              continue;
            case 0x07: // ld_const
              instance.resolve(instruction.type!);
              stack.push(accounting.loadConstant(instruction));
              break;
            case 0x06:
            case 0x08:
            case 0x09:
            case 0x31:
            case 0x32:
            case 0x48:
            case 0x49:
            case 0x4a:
            case 0x5b:
            case 0x5c:
            case 0x5d:
            case 0x5e:
            case 0x5f:
            case 0x60: // loads
              stack.push(instruction.value!);
              break;
            case 0x0a: {
              // copy_loc
              const value = locals[instruction.at]!;
              if (hasFixedSize(instruction.type!)) stack.push(value);
              else stack.push(accounting.copy(value, instruction, instance));
              break;
            }
            case 0x0b: // move_loc
              stack.push(locals[instruction.at]!);
              locals[instruction.at] = undefined;
              break;
            case 0x0c: // st_loc
              locals[instruction.at] = stack.pop()!;
              break;
            case 0x0d:
            case 0x0e: // borrow_loc
              stack.push(new Reference(locals as Value[], instruction.at));
              break;
            case 0x0f:
            case 0x10: {
              // borrow_field
              instance.checkCreated(instruction);
              const reference = stack[stack.length - 1] as Reference;
              stack[stack.length - 1] = new Reference(reference.target as Value[], instruction.at, reference.origin);
              break;
            }
            case 0x4e:
            case 0x4f: {
              // borrow_variant_field
              instance.checkCreated(instruction);
              const reference = stack[stack.length - 1] as Reference;
              const value = reference.target as Value[];
              if (!instruction.variants!.includes(value[0] as number)) throw variantMismatch();
              stack[stack.length - 1] = new Reference(value, instruction.at, reference.origin);
              break;
            }
            case 0x11: {
              // call
              frame.pc = pc;
              if (calls.callDirectly(frame, instruction, instance) === exits.called) {
                frame = frames[frames.length - 1]!;
                pc = 0;
                break run;
              }
              const site = instruction.site!;
              let link = instance.links[site.index];
              if (link === undefined || !host.isConfirmed(link.callee.fn.module!)) {
                const found = calls.link(instance, site);
                if (found instanceof Promise) {
                  frame.pc = pc;
                  this.#resumes = true;
                  return found;
                }
                link = found;
              }
              frame.pc = pc;
              calls.payCall(link, site, instance);
              const { callee } = link;
              if (callee.fn.isNative) {
                const pending = this.#natives.call(callee, frame);
                if (pending !== undefined) return pending;
              } else {
                if (callee.frameCost > 0) accounting.charge(callee.frameCost);
                calls.enter(callee, calls.takeOperands(callee.paramCount), "call");
                frame.pc = pc + 1;
              }
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            }
            case 0x12:
              structs.pack(calls, instruction, instance);
              break;
            case 0x13:
              structs.unpack(calls, instruction, instance);
              break;
            case 0x52:
              structs.packVariant(calls, instruction, instance);
              break;
            case 0x54:
              structs.unpackVariant(calls, instruction, instance);
              break;
            case 0x56:
              structs.testVariant(calls, instruction, instance);
              break;
            case 0x14: {
              // read_ref
              const value = (stack.pop() as Reference).target;
              if (hasFixedSize(instruction.type!)) stack.push(value);
              else stack.push(accounting.copy(value, instruction, instance));
              break;
            }
            case 0x15: {
              // write_ref
              const reference = stack.pop() as Reference;
              accounting.release(reference.target, instruction, instance);
              reference.write(stack.pop()!);
              break;
            }
            case 0x16: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = add(stack[at] as Integer, right, integerRanges[instruction.kind!]);
              break;
            }
            case 0x17: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = subtract(stack[at] as Integer, right, integerRanges[instruction.kind!]);
              break;
            }
            case 0x18: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = multiply(stack[at] as Integer, right, integerRanges[instruction.kind!]);
              break;
            }
            case 0x19: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = remainder(stack[at] as Integer, right, integerRanges[instruction.kind!]);
              break;
            }
            case 0x1a: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = divide(stack[at] as Integer, right, integerRanges[instruction.kind!]);
              break;
            }
            case 0x1b: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = bitOr(stack[at] as Integer, right);
              break;
            }
            case 0x1c: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = bitAnd(stack[at] as Integer, right);
              break;
            }
            case 0x1d: {
              const right = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = bitXor(stack[at] as Integer, right);
              break;
            }
            case 0x2f: {
              const by = stack.pop() as number;
              const at = stack.length - 1;
              stack[at] = shiftLeft(stack[at] as Integer, by, integerRanges[instruction.kind!]);
              break;
            }
            case 0x30: {
              const by = stack.pop() as number;
              const at = stack.length - 1;
              stack[at] = shiftRight(stack[at] as Integer, by, integerRanges[instruction.kind!]);
              break;
            }
            case 0x67:
              stack.push(negate(stack.pop() as Integer, integerRanges[instruction.kind!]));
              break;
            case 0x33:
            case 0x34:
            case 0x35:
            case 0x4b:
            case 0x4c:
            case 0x4d:
            case 0x61:
            case 0x62:
            case 0x63:
            case 0x64:
            case 0x65:
            case 0x66: {
              // casts
              const { kind, text } = instruction.type!;
              stack.push(cast(stack.pop() as Integer, integerRanges[kind as keyof typeof integerRanges], text));
              break;
            }
            case 0x1e: {
              const right = stack.pop() as boolean;
              stack.push((stack.pop() as boolean) || right);
              break;
            }
            case 0x1f: {
              const right = stack.pop() as boolean;
              stack.push((stack.pop() as boolean) && right);
              break;
            }
            case 0x20:
              stack.push(!(stack.pop() as boolean));
              break;
            case 0x21:
            case 0x22: {
              // eq, neq
              const right = stack.pop()!;
              const left = stack.pop()!;
              stack.push(accounting.equal(left, right, instruction, instance) === (instruction.op === 0x21));
              break;
            }
            case 0x23: {
              const right = stack.pop() as Integer;
              stack.push((stack.pop() as Integer) < right);
              break;
            }
            case 0x24: {
              const right = stack.pop() as Integer;
              stack.push((stack.pop() as Integer) > right);
              break;
            }
            case 0x25: {
              const right = stack.pop() as Integer;
              stack.push((stack.pop() as Integer) <= right);
              break;
            }
            case 0x26: {
              const right = stack.pop() as Integer;
              stack.push((stack.pop() as Integer) >= right);
              break;
            }
            case 0x27: // abort
              throw abort(stack.pop() as Integer);
            case 0x68: // abort_msg
              {
                const message = stack.pop() as ByteVector;
                accounting.charge(host.costs.unit[instruction.form]! * message.length);
                throw abortWithMessage(stack.pop() as Integer, message);
              }
            case 0x28:
            case 0x2e: // nop, freeze_ref
              break;
            case 0x29:
            case 0x2a:
            case 0x2b:
            case 0x2c:
            case 0x2d: {
              // global storage
              frame.pc = pc;
              const pending = touchGlobal(host, calls, instruction, instance);
              if (pending !== undefined) {
                this.#resumes = true;
                return pending;
              }
              break;
            }
            case 0x58: {
              frame.pc = pc;
              const pending = packClosure(host, calls, instruction, instance);
              if (pending !== undefined) {
                this.#resumes = true;
                return pending;
              }
              break;
            }
            case 0x5a: {
              frame.pc = pc;
              const closure = stack[stack.length - 1] as Closure;
              const callee = host.closureTarget(closure, instruction.type as FunctionType, instance);
              if (callee instanceof Promise) {
                this.#resumes = true;
                return callee;
              }
              const pending = callClosure(host, calls, this.#natives, callee, instruction, frame);
              if (pending !== undefined) return pending;
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            }
            case 0x40: {
              // vec_pack
              const type = instance.resolve(instruction.type!);
              if (host.tracksMemory) accounting.use(host.sizes.packed(type) * instruction.count);
              stack.push(vectors.pack(calls.takeOperands(instruction.count), type));
              break;
            }
            case 0x41:
              instance.resolve(instruction.type!);
              stack.push(((stack.pop() as Reference).target as Value[] | ByteVector).length);
              break;
            case 0x42:
            case 0x43: {
              instance.resolve(instruction.type!);
              const index = stack.pop() as Integer;
              const at = stack.length - 1;
              stack[at] = vectors.borrow(stack[at] as Reference, index);
              break;
            }
            case 0x44: {
              const type = instance.resolve(instruction.type!);
              const value = stack.pop()!;
              if (host.tracksMemory) accounting.use(host.sizes.packed(type));
              vectors.pushBack(stack.pop() as Reference, value);
              break;
            }
            case 0x45: {
              const type = instance.resolve(instruction.type!);
              stack.push(vectors.popBack(stack.pop() as Reference));
              if (host.tracksMemory) meter.memory += host.sizes.packed(type);
              break;
            }
            case 0x46: {
              const type = instance.resolve(instruction.type!);
              const items = vectors.unpack(stack.pop() as Value[] | ByteVector, instruction.count);
              if (host.tracksMemory) meter.memory += host.sizes.packed(type) * items.length;
              for (const item of items) stack.push(item);
              break;
            }
            case 0x47: {
              instance.resolve(instruction.type!);
              const second = stack.pop() as Integer;
              const first = stack.pop() as Integer;
              vectors.swap(stack.pop() as Reference, first, second);
              break;
            }
            case outOfGasTrap:
              accounting.charge(instance.costOf(instance.body.instructions[pc]!));
              break;
            case stackTrap:
              throw new VmError("EXECUTION_STACK_OVERFLOW", `more than ${maxOperands} operands`);
            default:
              throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "an instruction is unknown");
          }
          pc++;
        }
      }
    } catch (error) {
      if (this.#isCompiled) this.#isCompiled = false;
      else if (frames.at(-1) === frame) frame.pc = pc;
      throw this.#fail(error);
    }
  }

  #createPort(): CompiledPort {
    const { meter, tracksMemory, sizes } = this.#host;
    const calls = this.#calls;
    const { accounting, frames } = calls;
    return {
      stack: calls.operands,
      meter,
      tracksMemory,
      ticks: instructionsPerLook,
      call: (instruction) => {
        const frame = frames[frames.length - 1]!;
        return calls.callDirectly(frame, instruction, frame.instance);
      },
      failAt: (frame, pc) => {
        frame.pc = pc;
        this.#paidTo = frame.instance.segmentOf(pc).end;
      },
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

  /**
   * Runs compiled code for as long as the uppermost frame has some.
   *
   * @param pc - place of the uppermost frame
   * @returns whether any ran
   */
  #runCompiled(pc: number): boolean {
    const calls = this.#calls;
    const { frames } = calls;
    const port = this.#port;
    let frame = frames[frames.length - 1]!;
    let { compiled } = frame.instance.tier;
    if (compiled == null || compiled.entries[pc] === 0 || !calls.mayCompile(frame.instance)) return false;
    frame.pc = pc;
    this.#isCompiled = true;
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
        this.#resumes = exit === exits.paid;
        // An instruction without an emitter may lie in the middle of what is paid for.
        this.#paidTo = -1;
        break;
      }
      frame = frames[frames.length - 1]!;
      compiled = frame.instance.tier.compiled;
      if (compiled == null || compiled.entries[frame.pc] === 0 || !frame.instance.isPlain) break;
    }
    this.#isCompiled = false;
    return true;
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
