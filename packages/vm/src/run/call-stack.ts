import type { Awaitable } from "@ledger/types";
import type { CallSite, Instruction } from "../code/instruction.ts";
import { gasLeft } from "../gas/gas-meter.ts";
import { type CodeLocation, VmError } from "../status/vm-error.ts";
import { Reference, type Value } from "../value/value.ts";
import { AccessGuard } from "./access-guard.ts";
import { Accounting } from "./accounting.ts";
import { exits } from "./compiled-code.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { type Entry, Frame } from "./frame.ts";
import type { FunctionInstance, Link } from "./function-instance.ts";
import { maxWaitingFrames } from "./limits.ts";
import { ModuleLocks } from "./module-locks.ts";

/** Calls that an error remembers. */
const mostCalls = 64;

/** The frames and operands of an execution, and how calls make and end them. */
export class CallStack {
  readonly frames: Frame[] = [];
  /** Operands of all frames. */
  readonly operands: Value[] = [];
  readonly locks: ModuleLocks;
  readonly access: AccessGuard;
  readonly accounting: Accounting;
  readonly #host: ExecutionHost;
  /** True if the last generic call went to a module whose natives keep the memory of their arguments. */
  keepsArguments = false;
  /** Instantiated calls whose type arguments were paid for, by the function that makes them. */
  readonly #paidInstantiations = new Map<FunctionInstance, Set<number>>();

  constructor(host: ExecutionHost) {
    this.#host = host;
    this.locks = new ModuleLocks(this.frames, host.rules.lazyLoading);
    this.access = new AccessGuard(host.rules);
    this.accounting = new Accounting(host);
  }

  /** The function that a call site calls. */
  link(instance: FunctionInstance, site: CallSite): Awaitable<Link> {
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

  /** Takes the price of a call, without that of the new frame. */
  payCall(link: Link, site: CallSite, instance: FunctionInstance): void {
    this.accounting.charge(link.callCost);
    if (site.instantiation < 0) return;
    const { module } = link.callee.fn;
    this.keepsArguments = this.#host.keepsArguments(module!);
    if (link.typeCost === 0) return;
    if (this.#host.rules.callTreeCache) {
      let paid = this.#paidInstantiations.get(instance);
      if (paid === undefined) {
        paid = new Set();
        this.#paidInstantiations.set(instance, paid);
      }
      if (paid.has(site.instantiation)) return;
      paid.add(site.instantiation);
    }
    this.accounting.charge(link.typeCost);
  }

  /**
   * Makes a frame.
   *
   * @param paid - what was paid for it already and belongs to no frame that is there: the first one's price
   * @throws {@link VmError} `CALL_STACK_OVERFLOW`, and as locks and access specifiers
   */
  enter(callee: FunctionInstance, locals: (Value | undefined)[], entry: Entry, paid = 0): void {
    const frames = this.frames;
    const { length } = callee.body.locals;
    while (locals.length < length) locals.push(undefined);
    if (callee.isNoted || entry !== "call" || !this.locks.isIdle) {
      this.locks.enter(callee.fn, entry);
      this.access.enter(callee.fn, locals);
    }
    if (frames.length > maxWaitingFrames) throw new VmError("CALL_STACK_OVERFLOW", "the call stack is too deep");
    frames.push(new Frame(callee, locals, this.operands.length, entry));
    this.#host.tracer?.enter(callee.fn, gasLeft(this.#host.meter) + paid);
    this.#heat(callee);
  }

  /** The instruction that a function has come to. @param depth - 0 is the innermost function, 1 its caller */
  placeOf(depth: number): CodeLocation | undefined {
    const frame = this.frames.at(-1 - depth);
    if (frame === undefined) return undefined;
    const { module, index, name } = frame.instance.fn;
    // A caller has already gone on to the instruction after its call.
    const codeOffset = depth === 0 ? frame.pc : frame.pc - 1;
    return { module: module?.name, functionIndex: index, functionName: name, codeOffset };
  }

  /** The places of the innermost functions, innermost first. */
  places(): readonly CodeLocation[] {
    const count = Math.min(this.frames.length, mostCalls);
    return Array.from({ length: count }, (_, depth) => this.placeOf(depth)!);
  }

  /** Called when a frame returns. */
  leave(frame: Frame): void {
    const { tracksMemory, sizes, shape, meter, tracer } = this.#host;
    const { instance, locals } = frame;
    if (tracksMemory) {
      const { holders } = instance;
      for (let i = 0; i < holders.length; i++) {
        const local = holders[i]!;
        const value = locals[local];
        if (typeof value !== "object" || value instanceof Reference) continue;
        meter.memory += sizes.heap(value, instance.resolve(instance.body.locals[local]!), shape);
      }
    }
    if (instance.isNoted || frame.entry !== "call") {
      this.locks.leave(instance.fn, frame.entry);
      this.access.leave(instance.fn);
    }
    tracer?.leave(instance.fn, gasLeft(meter));
  }

  /**
   * Makes a call that needs no waiting: of a function that was called before and whose module is known.
   *
   * @returns `called`, or `paid` when the interpreter has to look closer
   */
  callDirectly(frame: Frame, { site }: Instruction, instance: FunctionInstance): number {
    const link = instance.links[site!.index];
    const host = this.#host;
    if (link === undefined || link.typeCost > 0 || link.callee.fn.isNative || host.tracer !== undefined)
      return exits.paid;
    const { callee } = link;
    if (!callee.isReady) return exits.paid;
    if (callee.fn.module !== instance.fn.module && !host.isConfirmed(callee.fn.module!)) return exits.paid;
    const cost = link.callCost + callee.frameCost;
    const { meter } = host;
    const frames = this.frames;
    if (cost > meter.fuel || frames.length > maxWaitingFrames || callee.isNoted || !this.locks.isIdle)
      return exits.paid;
    meter.fuel -= cost;
    if (site!.instantiation >= 0) this.keepsArguments = host.keepsArguments(callee.fn.module!);
    const stack = this.operands;
    const { length } = callee.body.locals;
    const locals = new Array<Value | undefined>(length);
    for (let i = length - 1; i >= 0; i--) locals[i] = i < callee.paramCount ? stack.pop() : undefined;
    frame.pc++;
    frames.push(new Frame(callee, locals, stack.length, "call"));
    if (callee.tier.compiled === undefined) this.#heat(callee);
    return exits.called;
  }

  /** True if an instance may run as compiled code. */
  mayCompile(instance: FunctionInstance): boolean {
    return this.#host.compileAfter !== Number.POSITIVE_INFINITY && instance.isPlain;
  }

  /** Counts a call or a turn of a loop, and compiles what runs often. */
  #heat(instance: FunctionInstance): void {
    const { tier } = instance;
    if (tier.compiled !== undefined || ++tier.heat < this.#host.compileAfter || !this.mayCompile(instance)) return;
    tier.compiled = this.#host.compile(instance) ?? null;
  }

  /** Counts a turn of a loop. @returns whether compiled code takes over */
  warm(instance: FunctionInstance): boolean {
    this.#heat(instance);
    return instance.tier.compiled != null && this.mayCompile(instance);
  }
}
