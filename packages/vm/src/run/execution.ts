import type { Awaitable } from "@ledger/move";
import type { CallSite, Instruction } from "../code/instruction.ts";
import type { LoadedModule } from "../code/loaded-module.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { CompiledPort } from "../compile/compile.ts";
import { exits } from "../compile/emitter.ts";
import { Dispatch, NativeCall, type NativeResult, Results } from "../natives/native.ts";
import { type CodeLocation, VmError } from "../status/vm-error.ts";
import type { FunctionType, StructType, Type } from "../type/type.ts";
import type { ByteVector } from "../value/byte-vector.ts";
import { valuesEqual } from "../value/compare.ts";
import { copyValue } from "../value/copy.ts";
import { integerRanges } from "../value/integer.ts";
import { type AddressText, Closure, type Integer, Reference, type Value } from "../value/value.ts";
import { AccessGuard } from "./access-guard.ts";
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
import { locateError } from "./error-place.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { type Entry, Frame } from "./frame.ts";
import type { FunctionInstance, Link } from "./function-instance.ts";
import { ModuleLocks } from "./module-locks.ts";
import { outOfGasTrap, stackTrap, withTrap } from "./trap.ts";
import * as vectors from "./vector-operations.ts";

const MAX_OPERANDS = 1024;
const MAX_WAITING_FRAMES = 1024;
const MAX_ABORT_MESSAGE = 1024;
/** Segments between two looks at the clock. */
const SEGMENTS_PER_LOOK = 1024;
/** Milliseconds of running before the host is asked whether to wait. */
const SLICE_MS = 8;

/** Gas feature version from which the limit of dependencies keeps its status inside the loop of instructions. */
const KEEPS_DEPENDENCY_LIMIT = 42;
/** Gas of natives that counts as much as a segment, when the clock is to be looked at. */
const GAS_PER_TICK = 100_000;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * One call from outside: its frames and operands. Frames are objects of their own, so that execution can stop at any
 * instruction that waits for state, and goes on at that instruction when the answer is there.
 */
export class Execution {
  readonly #host: ExecutionHost;
  readonly #frames: Frame[] = [];
  readonly #stack: Value[] = [];
  readonly #locks: ModuleLocks;
  readonly #access: AccessGuard;
  readonly #port: CompiledPort;
  /** Instantiated calls whose type arguments were paid for, by the function that makes them. */
  readonly #paidInstantiations = new Map<FunctionInstance, Set<number>>();
  /** The segment that was paid ends before this instruction. */
  #paidTo = 0;
  /** The next instruction was paid for before execution was suspended there. */
  #resumes = false;
  #sliceStart = 0;
  /** Compiled code runs: it notes itself where it stands. */
  #isCompiled = false;
  /** Whether the last generic call went to a module whose natives keep the memory of their arguments. */
  #keepsArguments = false;

  constructor(host: ExecutionHost) {
    this.#host = host;
    this.#locks = new ModuleLocks(this.#frames);
    this.#access = new AccessGuard(host.features);
    this.#port = this.#createPort();
  }

  /** Runs a function to its end. @returns its results */
  run(instance: FunctionInstance, args: readonly Value[]): Awaitable<readonly Value[]> {
    this.#sliceStart = performance.now();
    if (instance.fn.isNative) {
      for (const arg of args) this.#stack.push(arg);
      return this.#continue(this.#located(() => this.#callNative(instance, undefined)));
    }
    this.#located(() => {
      this.#host.meter.charge(instance.frameCost);
      this.#enter(instance, [...args], "call");
    });
    return this.#continue(undefined);
  }

  #continue(pending: Promise<unknown> | undefined): Awaitable<readonly Value[]> {
    if (pending !== undefined) return this.#continueLater(pending);
    const next = this.#frames.length === 0 ? undefined : this.#interpret();
    return next === undefined ? this.#stack : this.#continueLater(next);
  }

  async #continueLater(first: Promise<unknown>): Promise<readonly Value[]> {
    for (let pending: Promise<unknown> | undefined = first; pending !== undefined; ) {
      try {
        await pending;
      } catch (error) {
        throw this.#fail(error);
      }
      this.#sliceStart = performance.now();
      pending = this.#frames.length === 0 ? undefined : this.#interpret();
    }
    return this.#stack;
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
    const frame = this.#frames.at(-1);
    const error = this.#withoutValue(thrown, frame);
    if (frame !== undefined && error instanceof VmError) {
      const next = frame.pc + 1;
      if (next < this.#paidTo) this.#host.meter.fuel += frame.instance.costBetween(next, this.#paidTo);
      return locateError(this.#whileRunning(error, frame), frame.instance.fn, frame.pc);
    }
    return error;
  }

  /**
   * Code that no verifier has seen can use a reference whose value was moved away. Where an instruction that touches nothing of
   * the host stumbles over that, the program has failed, not the host.
   */
  #withoutValue(error: unknown, frame: Frame | undefined): unknown {
    if (!(error instanceof TypeError) || frame === undefined) return error;
    return reachesHost(frame.instance.body.instructions[frame.pc]!.op) ? error : noValue();
  }

  /**
   * A status of verification that comes up while code runs is a broken invariant. Loading what is called keeps its status, and so
   * do natives.
   *
   * @see Ledger specification, Move VM §1.9
   */
  #whileRunning(error: VmError, { instance, pc }: Frame): VmError {
    if (error.module !== undefined || error.code < 1000 || error.code >= 2000) return error;
    if (isCall(instance.body.instructions[pc]!.op)) return error;
    const { featureVersion } = this.#host.session.environment.gas;
    if (error.status === "DEPENDENCY_LIMIT_REACHED" && featureVersion >= KEEPS_DEPENDENCY_LIMIT) return error;
    return new VmError("VERIFICATION_ERROR", error.message);
  }

  /** Runs until the first frame returns (undefined) or something has to be waited for. */
  #interpret(): Promise<unknown> | undefined {
    const host = this.#host;
    const { meter } = host;
    const stack = this.#stack;
    const frames = this.#frames;
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
              if (--port.ticks < 0) {
                const pause = this.#look();
                if (pause !== undefined) {
                  frame.pc = pc;
                  return pause;
                }
              }
              const segment = segments[instruction.segment]!;
              let cost = costs[instruction.segment]!;
              if (Number.isNaN(cost)) cost = instance.segmentCost(instruction.segment);
              if (cost > meter.fuel || base + segment.peak > MAX_OPERANDS) {
                const trap = withTrap(instance, segment, meter.fuel, MAX_OPERANDS - base);
                meter.fuel -= trap.paid;
                this.#paidTo = trap.paidTo;
                code = trap.code;
                this.#resumes = true;
                continue;
              }
              meter.fuel -= cost;
              this.#paidTo = segment.end;
              host.tracer?.segment(instance.fn, segment.start, segment.end, cost);
            }
          }
          this.#resumes = false;
          switch (instruction.op) {
            case 0x01: // pop
              this.#release(stack.pop()!, instruction, instance);
              break;
            case 0x02: // ret
              this.#leave(frame);
              frames.pop();
              if (frames.length === 0) return undefined;
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            case 0x03:
            case 0x04: // br_true, br_false
              if (stack.pop() !== (instruction.op === 0x03)) break;
              if (instruction.a > pc) {
                pc = instruction.a;
                continue;
              }
              pc = instruction.a;
              if (this.#warm(instance)) break run;
              continue;
            case 0x05: // branch
              if (instruction.a > pc) {
                pc = instruction.a;
                continue;
              }
              pc = instruction.a;
              if (this.#warm(instance)) break run;
              continue;
            case 0x07: // ld_const
              instance.resolve(instruction.type!);
              stack.push(this.#loadConstant(instruction));
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
              const value = locals[instruction.a]!;
              if (hasFixedSize(instruction.type!)) stack.push(value);
              else stack.push(this.#copy(value, instruction, instance));
              break;
            }
            case 0x0b: // move_loc
              stack.push(locals[instruction.a]!);
              locals[instruction.a] = undefined;
              break;
            case 0x0c: // st_loc
              locals[instruction.a] = stack.pop()!;
              break;
            case 0x0d:
            case 0x0e: // borrow_loc
              stack.push(new Reference(locals as Value[], instruction.a));
              break;
            case 0x0f:
            case 0x10:
            case 0x36:
            case 0x37: {
              // borrow_field
              this.#checkCreated(instruction, instance);
              const reference = stack[stack.length - 1] as Reference;
              stack[stack.length - 1] = new Reference(reference.target as Value[], instruction.a, reference.origin);
              break;
            }
            case 0x4e:
            case 0x4f:
            case 0x50:
            case 0x51: {
              // borrow_variant_field
              this.#checkCreated(instruction, instance);
              const reference = stack[stack.length - 1] as Reference;
              const value = reference.target as Value[];
              if (!instruction.variants!.includes(value[0] as number)) throw variantMismatch();
              stack[stack.length - 1] = new Reference(value, instruction.a, reference.origin);
              break;
            }
            case 0x11:
            case 0x38: {
              // call, call_generic
              const site = instruction.site!;
              let link = instance.links[site.index];
              if (link === undefined || !host.isConfirmed(link.callee.fn.module!)) {
                const found = this.#link(instance, site);
                if (found instanceof Promise) {
                  frame.pc = pc;
                  this.#resumes = true;
                  return found;
                }
                link = found;
              }
              frame.pc = pc;
              this.#payCall(link, site, instance);
              const { callee } = link;
              if (callee.fn.isNative) {
                const pending = this.#callNative(callee, frame);
                if (pending !== undefined) return pending;
              } else {
                if (callee.frameCost > 0) this.#charge(callee.frameCost);
                this.#enter(callee, this.#takeOperands(callee.paramCount), "call");
                frame.pc = pc + 1;
              }
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            }
            case 0x12:
            case 0x39: // pack
              this.#usePacked(instruction, instance);
              stack.push(this.#takeOperands(instruction.b));
              break;
            case 0x52:
            case 0x53: {
              // pack_variant
              this.#usePacked(instruction, instance);
              const fields = this.#takeOperands(instruction.b);
              fields.unshift(instruction.a);
              stack.push(fields);
              break;
            }
            case 0x13:
            case 0x3a: {
              // unpack
              this.#releasePacked(instruction, instance);
              for (const field of stack.pop() as Value[]) stack.push(field);
              break;
            }
            case 0x54:
            case 0x55: {
              // unpack_variant
              const value = stack.pop() as Value[];
              if (value[0] !== instruction.a) throw variantMismatch();
              this.#releasePacked(instruction, instance);
              for (let i = 1; i < value.length; i++) stack.push(value[i]!);
              break;
            }
            case 0x56:
            case 0x57: {
              // test_variant
              this.#checkCreated(instruction, instance);
              const value = (stack.pop() as Reference).target as Value[];
              stack.push(value[0] === instruction.a);
              break;
            }
            case 0x14: {
              // read_ref
              const value = (stack.pop() as Reference).target;
              if (hasFixedSize(instruction.type!)) stack.push(value);
              else stack.push(this.#copy(value, instruction, instance));
              break;
            }
            case 0x15: {
              // write_ref
              const reference = stack.pop() as Reference;
              this.#release(reference.target, instruction, instance);
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
              stack.push(this.#equal(left, right, instruction, instance) === (instruction.op === 0x21));
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
              throw this.#abortWithMessage(stack);
            case 0x28:
            case 0x2e: // nop, freeze_ref
              break;
            case 0x29:
            case 0x2a:
            case 0x2b:
            case 0x2c:
            case 0x2d:
            case 0x3b:
            case 0x3c:
            case 0x3d:
            case 0x3e:
            case 0x3f: {
              // global storage
              frame.pc = pc;
              const pending = this.#global(instruction, instance);
              if (pending !== undefined) {
                this.#resumes = true;
                return pending;
              }
              break;
            }
            case 0x58:
            case 0x59: {
              frame.pc = pc;
              const pending = this.#packClosure(instruction, instance);
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
              const pending = this.#callClosure(callee, instruction, frame);
              if (pending !== undefined) return pending;
              frame = frames[frames.length - 1]!;
              pc = frame.pc;
              break run;
            }
            case 0x40: {
              // vec_pack
              const type = instance.resolve(instruction.type!);
              if (host.tracksMemory) this.#use(host.sizes.packed(type) * instruction.b);
              stack.push(vectors.pack(this.#takeOperands(instruction.b), type));
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
              if (host.tracksMemory) this.#use(host.sizes.packed(type));
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
              const items = vectors.unpack(stack.pop() as Value[] | ByteVector, instruction.b);
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
              this.#charge(instance.costOf(instance.body.instructions[pc]!));
              break;
            case stackTrap:
              throw new VmError("EXECUTION_STACK_OVERFLOW", `more than ${MAX_OPERANDS} operands`);
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

  /** Takes the uppermost operands, in their order. */
  #takeOperands(count: number): Value[] {
    const stack = this.#stack;
    const start = stack.length - count;
    const taken = new Array<Value>(count);
    for (let i = 0; i < count; i++) taken[i] = stack[start + i]!;
    stack.length = start;
    return taken;
  }

  /** Whether an instance may run as compiled code. */
  #mayCompile(instance: FunctionInstance): boolean {
    return this.#host.compileAfter !== Number.POSITIVE_INFINITY && instance.isPlain;
  }

  /** Counts a call or a turn of a loop, and compiles what runs often. */
  #heat(instance: FunctionInstance): void {
    const { tier } = instance.body;
    if (tier.compiled !== undefined || ++tier.heat < this.#host.compileAfter || !this.#mayCompile(instance)) return;
    tier.compiled = this.#host.compile(instance) ?? null;
  }

  /** Counts a turn of a loop. @returns whether compiled code takes over */
  #warm(instance: FunctionInstance): boolean {
    this.#heat(instance);
    return instance.body.tier.compiled != null && this.#mayCompile(instance);
  }

  #createPort(): CompiledPort {
    const { meter, tracksMemory, sizes } = this.#host;
    return {
      stack: this.#stack,
      meter,
      tracksMemory,
      ticks: SEGMENTS_PER_LOOK,
      call: (frame, instruction, instance) => this.#callFromCompiled(frame, instruction, instance),
      failAt: (frame, pc) => {
        frame.pc = pc;
        this.#paidTo = frame.instance.segmentOf(pc).end;
      },
      loadConstant: (instruction) => this.#loadConstant(instruction),
      copy: (value, instruction, instance) => this.#copy(value, instruction, instance),
      equal: (left, right, instruction, instance) => this.#equal(left, right, instruction, instance),
      release: (value, instruction, instance) => this.#release(value, instruction, instance),
      usePacked: (instruction, instance) => this.#usePacked(instruction, instance),
      releasePacked: (instruction, instance) => this.#releasePacked(instruction, instance),
      packed: (type, instance) => sizes.packed(instance.resolve(type)),
      abort,
      outOfMemory,
      variantMismatch,
      noValue,
    };
  }

  #loadConstant({ value, type }: Instruction): Value {
    if (value === undefined) throw new VmError("VERIFIER_INVARIANT_VIOLATION", "a constant does not decode");
    this.#useHeap(value, type!);
    return copyValue(value);
  }

  /**
   * Runs compiled code for as long as the uppermost frame has some.
   *
   * @param pc - where the uppermost frame stands
   * @returns whether any ran
   */
  #runCompiled(pc: number): boolean {
    const frames = this.#frames;
    const port = this.#port;
    let frame = frames[frames.length - 1]!;
    let { compiled } = frame.instance.body.tier;
    if (compiled == null || compiled.entries[pc] === 0 || !this.#mayCompile(frame.instance)) return false;
    frame.pc = pc;
    this.#isCompiled = true;
    for (;;) {
      const exit = compiled.run(frame, port, frame.instance);
      if (exit === exits.returned) {
        this.#leave(frame);
        frames.pop();
        if (frames.length === 0) break;
      } else if (exit !== exits.called) {
        this.#resumes = exit === exits.paid;
        this.#paidTo = frame.pc + 1;
        break;
      }
      frame = frames[frames.length - 1]!;
      compiled = frame.instance.body.tier.compiled;
      if (compiled == null || compiled.entries[frame.pc] === 0 || !frame.instance.isPlain) break;
    }
    this.#isCompiled = false;
    return true;
  }

  /** Makes a call from compiled code, if nothing stands in its way: else the interpreter does. */
  #callFromCompiled(frame: Frame, { site }: Instruction, instance: FunctionInstance): number {
    const link = instance.links[site!.index];
    const host = this.#host;
    if (link === undefined || link.typeCost > 0 || link.callee.fn.isNative) return exits.paid;
    const { callee } = link;
    if (!callee.isReady) return exits.paid;
    if (callee.fn.module !== instance.fn.module && !host.isConfirmed(callee.fn.module!)) return exits.paid;
    const cost = link.callCost + callee.frameCost;
    const { meter } = host;
    const frames = this.#frames;
    if (cost > meter.fuel || frames.length > MAX_WAITING_FRAMES || callee.isNoted || !this.#locks.isIdle)
      return exits.paid;
    meter.fuel -= cost;
    if (site!.instantiation >= 0) this.#keepsArguments = host.keepsArguments(callee.fn.module!);
    const stack = this.#stack;
    const base = stack.length - callee.paramCount;
    const { length } = callee.body.locals;
    const locals = new Array<Value | undefined>(length);
    for (let i = 0; i < length; i++) locals[i] = i < callee.paramCount ? stack[base + i] : undefined;
    stack.length = base;
    frame.pc++;
    frames.push(new Frame(callee, locals, base, "call"));
    const { tier } = callee.body;
    if (tier.compiled === undefined) this.#heat(callee);
    return exits.called;
  }

  /** Looks at the clock now and then. */
  #look(): Promise<void> | undefined {
    this.#port.ticks = SEGMENTS_PER_LOOK;
    const { pause } = this.#host;
    if (pause === undefined || performance.now() - this.#sliceStart < SLICE_MS) return undefined;
    this.#sliceStart = performance.now();
    return pause();
  }

  #charge(cost: number): void {
    const { meter } = this.#host;
    meter.fuel -= cost;
    if (meter.fuel < 0) throw meter.exhausted(cost);
  }

  #use(units: number): void {
    const { meter } = this.#host;
    meter.memory -= units;
    if (meter.memory < 0) throw outOfMemory();
  }

  #useHeap(value: Value, type: Type): void {
    const { tracksMemory, sizes, shape } = this.#host;
    if (tracksMemory && typeof value === "object") this.#use(sizes.heap(value, type, shape));
  }

  #release(value: Value, { type }: Instruction, instance: FunctionInstance): void {
    const { tracksMemory, sizes, shape, meter } = this.#host;
    if (!tracksMemory || typeof value !== "object") return;
    meter.memory += sizes.heap(value, instance.resolve(type!), shape);
  }

  #usePacked({ fields, type }: Instruction, instance: FunctionInstance): void {
    instance.resolve(type!);
    const { tracksMemory, sizes } = this.#host;
    if (!tracksMemory) return;
    let units = 0;
    for (const field of fields!) units += sizes.stack(instance.resolve(field));
    this.#use(units);
  }

  #releasePacked({ fields, op, type }: Instruction, instance: FunctionInstance): void {
    instance.resolve(type!);
    const { tracksMemory, sizes, meter } = this.#host;
    if (!tracksMemory) return;
    let units = op === 0x54 || op === 0x55 ? sizes.tag : 0;
    for (const field of fields!) units += sizes.stack(instance.resolve(field));
    meter.memory += units;
  }

  #checkCreated({ created }: Instruction, instance: FunctionInstance): void {
    for (let i = 0; i < created.length; i++) instance.resolve(created[i]!);
  }

  #copy(value: Value, { type, op }: Instruction, instance: FunctionInstance): Value {
    const { sizes, shape, costs, tracksMemory } = this.#host;
    const concrete = instance.resolve(type!);
    const size = sizes.of(value, concrete, shape);
    if (tracksMemory && typeof value === "object") this.#use(size - sizes.stack(concrete));
    this.#charge(costs.unit[op]! * size);
    return copyValue(value);
  }

  #equal(left: Value, right: Value, { type, op }: Instruction, instance: FunctionInstance): boolean {
    const { sizes, shape, costs, tracksMemory, meter, comparesMasks } = this.#host;
    const target = type!.kind === "Reference" ? type!.target : type!;
    if (!hasFixedSize(target)) {
      const concrete = instance.resolve(type!);
      const size = sizes.dereferenced(left, concrete, shape) + sizes.dereferenced(right, concrete, shape);
      this.#charge(costs.unit[op]! * size);
      if (tracksMemory && type!.kind !== "Reference") {
        meter.memory += sizes.heap(left, concrete, shape) + sizes.heap(right, concrete, shape);
      }
    }
    return valuesEqual(left, right, comparesMasks);
  }

  #abortWithMessage(stack: Value[]): VmError {
    const message = stack.pop() as ByteVector;
    const code = stack.pop() as Integer;
    this.#charge(this.#host.costs.unit[0x68]! * message.length);
    if (message.length > MAX_ABORT_MESSAGE) {
      return new VmError("ABORT_MESSAGE_LIMIT_EXCEEDED", "an abort message is too long");
    }
    try {
      return abort(code, utf8.decode(message.bytes));
    } catch {
      return new VmError("INVALID_ABORT_MESSAGE", "an abort message is not UTF-8");
    }
  }

  // Calls

  #link(instance: FunctionInstance, site: CallSite): Awaitable<Link> {
    const found = this.#host.link(instance, site);
    if (found instanceof Promise) {
      return found.then((link) => {
        instance.links[site.index] = link;
        return link;
      });
    }
    instance.links[site.index] = found;
    return found;
  }

  #payCall(link: Link, site: CallSite, instance: FunctionInstance): void {
    this.#charge(link.callCost);
    if (site.instantiation < 0) return;
    const { module } = link.callee.fn;
    this.#keepsArguments = this.#host.keepsArguments(module!);
    if (link.typeCost === 0) return;
    if (this.#host.paysInstantiationsOnce) {
      let paid = this.#paidInstantiations.get(instance);
      if (paid === undefined) {
        paid = new Set();
        this.#paidInstantiations.set(instance, paid);
      }
      if (paid.has(site.instantiation)) return;
      paid.add(site.instantiation);
    }
    this.#charge(link.typeCost);
  }

  #enter(callee: FunctionInstance, locals: (Value | undefined)[], entry: Entry): void {
    const frames = this.#frames;
    const { length } = callee.body.locals;
    while (locals.length < length) locals.push(undefined);
    if (callee.isNoted || entry !== "call" || !this.#locks.isIdle) {
      this.#locks.enter(callee.fn, entry);
      this.#access.enter(callee.fn, locals);
    }
    if (frames.length > MAX_WAITING_FRAMES)
      throw new VmError("CALL_STACK_OVERFLOW", "too many calls inside one another");
    frames.push(new Frame(callee, locals, this.#stack.length, entry));
    this.#host.tracer?.enter(callee.fn, this.#host.meter.fuel);
    this.#heat(callee);
  }

  #leave(frame: Frame): void {
    const { tracksMemory, sizes, shape, meter, tracer } = this.#host;
    const { instance, locals } = frame;
    if (tracksMemory) {
      for (const i of instance.holders) {
        const value = locals[i];
        if (typeof value !== "object" || value instanceof Reference) continue;
        meter.memory += sizes.heap(value, instance.resolve(instance.body.locals[i]!), shape);
      }
    }
    if (instance.isNoted || frame.entry !== "call") {
      this.#locks.leave(instance.fn, frame.entry);
      this.#access.leave(instance.fn);
    }
    tracer?.leave(instance.fn, meter.fuel);
  }

  /** Runs a native whose arguments lie on the stack; the caller goes on after it. */
  #callNative(callee: FunctionInstance, caller: Frame | undefined): Promise<void> | undefined {
    const host = this.#host;
    const { fn } = callee;
    const args = this.#takeOperands(callee.paramCount);
    if (host.tracksMemory && !this.#keepsArguments) {
      for (let i = 0; i < args.length; i++) {
        host.meter.memory += host.sizes.heap(args[i]!, callee.resolve(fn.params[i]!), host.shape);
      }
    }
    const module = fn.module!;
    const self = { module: module.name, name: fn.name };
    host.tracer?.enter(fn, host.meter.fuel);
    const call = new NativeCall(host.session, args, callee.typeArgs, self, (depth) => this.#placeOf(depth));
    const fail = (error: unknown): never => {
      // Before version 36 a native that fails otherwise has paid nothing.
      if (error instanceof VmError && error.status === "ABORTED") call.settle();
      throw locateError(error, fn, 0);
    };
    const before = host.meter.fuel;
    const finish = (result: NativeResult): Promise<void> | undefined => {
      call.settle();
      // Natives may take long; what they cost tells.
      const spent = before - host.meter.fuel;
      if (spent > 0) this.#port.ticks -= Math.floor(spent / GAS_PER_TICK);
      return this.#finishNative(callee, result, caller)?.catch(fail);
    };
    try {
      const result = (callee.native ?? host.missingNative(fn))(call);
      return result instanceof Promise ? result.then(finish).catch(fail) : finish(result);
    } catch (error) {
      return fail(error);
    }
  }

  /** Where the function stands that waits at a depth below the top. */
  #placeOf(depth: number): CodeLocation | undefined {
    const frame = this.#frames.at(-1 - depth);
    if (frame === undefined) return undefined;
    const { module, index, name } = frame.instance.fn;
    // A caller further down has already gone on to the instruction after its call.
    const codeOffset = depth === 0 ? frame.pc : frame.pc - 1;
    return { module: module?.name, functionIndex: index, functionName: name, codeOffset };
  }

  #finishNative(callee: FunctionInstance, result: NativeResult, caller: Frame | undefined): Promise<void> | undefined {
    const { fn } = callee;
    this.#host.tracer?.leave(fn, this.#host.meter.fuel);
    if (result instanceof Dispatch) return this.#dispatch(result, caller);
    const { results } = fn;
    const values = result instanceof Results ? result.values : result === undefined ? [] : [result];
    if (values.length !== results.length) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a native returns a wrong number of results");
    }
    const finish = (): void => {
      for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        if (typeof value === "object") this.#useHeap(value, callee.resolve(results[i]!));
        this.#stack.push(value);
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
    if (!this.#host.tracksMemory) return undefined;
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
      this.#enter(instance, [...args], "dispatch");
      if (caller !== undefined) caller.pc++;
    };
    const instance = this.#host.instance(target);
    if (instance instanceof Promise) return instance.then(enter);
    enter(instance);
    return undefined;
  }

  // Closures

  #packClosure(instruction: Instruction, instance: FunctionInstance): Promise<unknown> | undefined {
    const site = instruction.site!;
    const captured = instruction.fields!.map((type) => instance.resolve(type));
    const typeArgs = site.target.typeArgs.map((type) => instance.resolve(type));
    const target = { ...site.target, typeArgs };
    const resolved = this.#host.instance(target, instance.fn);
    if (resolved instanceof Promise) return resolved;
    let layouts: Awaitable<unknown>[] | undefined;
    if (resolved.fn.isPersistent) {
      layouts = [];
      for (const type of captured) {
        const layout = this.#host.session.layout(type);
        if (layout instanceof Promise) return layout;
        layouts.push(layout);
      }
    }
    if (instruction.op === 0x59) this.#charge(this.#host.costs.typeCreation(typeArgs, []));
    const { sizes, tracksMemory } = this.#host;
    if (tracksMemory) this.#use(captured.reduce((sum, type) => sum + sizes.stack(type), 0));
    const values = this.#takeOperands(instruction.a);
    this.#stack.push(
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

  #callClosure(callee: FunctionInstance, instruction: Instruction, frame: Frame): Promise<void> | undefined {
    const stack = this.#stack;
    const closure = stack.pop() as Closure;
    const given = this.#takeOperands(instruction.a);
    const args: Value[] = [];
    let fromClosure = 0;
    let fromStack = 0;
    for (let i = 0; i < callee.paramCount; i++) {
      const isCaptured = ((closure.mask >> BigInt(i)) & 1n) === 1n;
      args.push(isCaptured ? copyValue(closure.captured[fromClosure++]!) : given[fromStack++]!);
    }
    this.#charge(this.#host.closureCallCost(callee));
    if (callee.fn.isNative) {
      for (const arg of args) stack.push(arg);
      return this.#callNative(callee, frame);
    }
    this.#host.meter.charge(callee.frameCost);
    this.#enter(callee, args, "closure");
    frame.pc++;
    return undefined;
  }

  // Global storage

  #global(instruction: Instruction, instance: FunctionInstance): Promise<unknown> | undefined {
    const { session, meter } = this.#host;
    const stack = this.#stack;
    const { op } = instruction;
    const type = instance.resolve(instruction.type!) as StructType;
    const puts = op === 0x2d || op === 0x3f;
    const address = puts ? signerAddress(stack[stack.length - 2]!) : (stack[stack.length - 1] as AddressText);
    const cell = session.resource(address, type);
    if (cell instanceof Promise) return cell;
    if (cell.unpaid) {
      cell.unpaid = false;
      meter.chargeResourceLoad(cell.stored, cell.loadedBytes);
      if (cell.exists) this.#useHeap(cell.slot[0]!, type);
    }
    const guard = (writes: boolean): void => {
      this.#locks.checkStorage(instance.fn.module as LoadedModule);
      this.#access.check(type, address, writes);
    };
    const operand = stack.pop()!;
    switch (op) {
      case 0x29:
      case 0x3b:
        guard(false);
        stack.push(cell.exists);
        break;
      case 0x2a:
      case 0x3c:
      case 0x2b:
      case 0x3d:
        guard(op === 0x2a || op === 0x3c);
        if (!cell.exists) throw missing(type, address);
        stack.push(cell.borrow());
        break;
      case 0x2c:
      case 0x3e:
        if (!cell.exists) throw missing(type, address);
        guard(true);
        stack.push(cell.take());
        break;
      default: {
        if (cell.exists) throw new VmError("RESOURCE_ALREADY_EXISTS", `${type.text} exists at ${address}`);
        guard(true);
        stack.pop();
        cell.put(operand);
      }
    }
    return undefined;
  }
}

function signerAddress(reference: Value): AddressText {
  return ((reference as Reference).target as Value[])[1] as AddressText;
}

function missing(type: Type, address: AddressText): VmError {
  return new VmError("MISSING_DATA", `${type.text} does not exist at ${address}`);
}

function outOfMemory(): VmError {
  return new VmError("MEMORY_LIMIT_EXCEEDED", "the memory quota is used up");
}

/** Calls, and what makes closures: they load code. */
function isCall(op: number): boolean {
  return op === 0x11 || op === 0x38 || (op >= 0x58 && op <= 0x5a);
}

/** Whether an instruction may run natives or read state. */
function reachesHost(op: number): boolean {
  return isCall(op) || (op >= 0x29 && op <= 0x2d) || (op >= 0x3b && op <= 0x3f);
}

function noValue(): VmError {
  return new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a reference leads to no value");
}

function variantMismatch(): VmError {
  return new VmError("STRUCT_VARIANT_MISMATCH", "an enum has another variant");
}

function abort(code: Integer, message?: string): VmError {
  return new VmError("ABORTED", message ?? `aborted with code ${code}`, {
    abortCode: BigInt(code),
    abortMessage: message,
  });
}
