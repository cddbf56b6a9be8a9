import type { RunnableFunction } from "../code/loaded-module.ts";
import type { InstructionPrices, Tracer } from "../run/tracer.ts";
import { functionNames, ModulesByCode } from "./modules-by-code.ts";
import type { SourceMap, SourcePlace } from "./source-map.ts";

/** The gas of a line of a source file, in internal units. */
export interface LineCost extends SourcePlace {
  /** Gas of its own instructions, with the natives that they call and what they read from the state. */
  readonly gas: number;
  /** Gas of the functions that it calls, with all that those call. */
  readonly callGas: number;
}

/** The gas of a function whose lines are not known, in internal units. */
export interface FunctionCost {
  /** `0x1::coin::balance`; `script` for a script. */
  readonly function: string;
  /** Gas of its own instructions, as that of a line. */
  readonly gas: number;
}

/** Gas by instruction of every function of a module, in its own order: plain data, for other processes. */
export interface ModuleGas {
  readonly own: readonly (readonly number[])[];
  readonly calls: readonly (readonly number[])[];
}

/** Gas by instruction. */
interface FunctionGas {
  readonly own: Float64Array;
  readonly calls: Float64Array;
}

interface Priced {
  readonly module: string;
  readonly names: readonly string[];
  readonly functions: readonly FunctionGas[];
  source: SourceMap | undefined;
}

/** A call that has not ended. */
interface OpenCall {
  readonly gas: FunctionGas;
  /** True if all of it counts to one instruction: a native's to the one that calls it. */
  readonly isWhole: boolean;
  readonly leftBefore: number;
  /** The instruction that charges are for. */
  at: number;
  prices: InstructionPrices | undefined;
}

const scriptName = "script";

/**
 * Counts which instructions gas was charged for, over any number of sessions, by the hash of the bytecode. Give each session a tracer of
 * its own, of {@link follow}. The gas of all lines and functions adds up to that of the calls which sessions made.
 *
 * A failure is paid for by the instruction that failed: of a transaction that runs out of gas, it is what was left.
 */
export class LineGas {
  readonly #modules: ModulesByCode<Priced>;
  readonly #script = gasOf(1);

  constructor() {
    this.#modules = new ModulesByCode((compiled, module) => ({
      module,
      names: functionNames(compiled),
      // A native has no code: one that the host calls counts as one instruction.
      functions: compiled.functionDefinitions.map(({ code }) => gasOf(code?.instructionCount ?? 1)),
      source: undefined,
    }));
  }

  /** A tracer for one session. */
  follow(): Tracer {
    const session = new SessionGas((fn) => this.#gasOf(fn));
    return {
      enter: (fn, gasLeft) => session.enter(fn, gasLeft),
      leave: (_fn, gasLeft) => session.leave(gasLeft),
      segment: (_fn, start, end, cost, gasLeft, prices) => session.segment(start, end, gasLeft + cost, prices),
      fail: (_fn, at, gasLeft) => session.fail(at, gasLeft),
    };
  }

  /**
   * Says where a module's code comes from.
   *
   * @param bytecode - as it is published: the hash decides
   * @throws MoveError for bytes that are no module
   */
  addModule(bytecode: Uint8Array, source?: SourceMap): void {
    const priced = this.#modules.of(bytecode);
    priced.source = source ?? priced.source;
  }

  /** The gas of a module, for {@link addGas} of another process. @throws MoveError for bytes that are no module */
  gasOf(bytecode: Uint8Array): ModuleGas {
    const { functions } = this.#modules.of(bytecode);
    return { own: functions.map(({ own }) => [...own]), calls: functions.map(({ calls }) => [...calls]) };
  }

  /**
   * Adds what was charged elsewhere.
   *
   * @param gas - of the same bytecode
   * @throws RangeError for gas of another module; MoveError for bytes that are no module
   */
  addGas(bytecode: Uint8Array, { own, calls }: ModuleGas): void {
    const { functions, module } = this.#modules.of(bytecode);
    const fits = (lists: ModuleGas["own"]) =>
      lists.length === functions.length && functions.every((known, i) => lists[i]!.length === known.own.length);
    if (!fits(own) || !fits(calls)) throw new RangeError(`the gas belongs to another version of ${module}`);
    functions.forEach((known, i) => {
      add(known.own, own[i]!);
      add(known.calls, calls[i]!);
    });
  }

  /** The lines that were paid for, of the modules that were added with their sources: by file and number. */
  get lines(): readonly LineCost[] {
    const lines = new Map<string, { place: SourcePlace; gas: number; callGas: number }>();
    for (const { place, gas, callGas } of this.#costs()) {
      if (place === undefined) continue;
      const key = `${place.line} ${place.file}`;
      const line = lines.get(key);
      lines.set(key, { place, gas: gas + (line?.gas ?? 0), callGas: callGas + (line?.callGas ?? 0) });
    }
    const sorted = [...lines.values()].map(({ place, ...costs }): LineCost => ({ ...place, ...costs }));
    return sorted.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  }

  /** All other functions that were paid for, by name. */
  get functions(): readonly FunctionCost[] {
    const costs = new Map<string, number>();
    for (const { place, name, gas } of this.#costs()) {
      if (place === undefined) costs.set(name, gas + (costs.get(name) ?? 0));
    }
    const sorted = [...costs].map(([name, gas]): FunctionCost => ({ function: name, gas }));
    return sorted.sort((a, b) => (a.function < b.function ? -1 : 1));
  }

  /** The instructions that were paid for. */
  *#costs() {
    if (this.#script.own[0] !== 0) yield { place: undefined, name: scriptName, gas: this.#script.own[0]!, callGas: 0 };
    for (const [, { module, names, functions, source }] of this.#modules.entries) {
      for (const [index, { own, calls }] of functions.entries()) {
        const name = `${module}::${names[index]!}`;
        for (let at = 0; at < own.length; at++) {
          const [gas, callGas] = [own[at]!, calls[at]!];
          if (gas !== 0 || callGas !== 0) yield { place: source?.placeOf(index, at), name, gas, callGas };
        }
      }
    }
  }

  #gasOf({ module, index }: RunnableFunction): FunctionGas {
    return module === undefined ? this.#script : this.#modules.of(module.code.bytecode).functions[index]!;
  }
}

/** Gas of the calls of one session. */
class SessionGas {
  readonly #find: (fn: RunnableFunction) => FunctionGas;
  readonly #open: OpenCall[] = [];
  #left = 0;

  constructor(find: (fn: RunnableFunction) => FunctionGas) {
    this.#find = find;
  }

  enter(fn: RunnableFunction, left: number): void {
    const caller = this.#open.at(-1);
    this.#settle(left);
    if (fn.isNative && caller !== undefined) this.#push(caller.gas, true, caller.at, left);
    else this.#push(this.#find(fn), fn.isNative || fn.module === undefined, 0, left);
  }

  leave(left: number): void {
    this.#settle(left);
    this.#close(left);
  }

  /** @param leftBefore - gas before the stretch was paid */
  segment(start: number, end: number, leftBefore: number, prices: InstructionPrices): void {
    this.#settle(leftBefore);
    const call = this.#open.at(-1);
    if (call === undefined || !Number.isFinite(leftBefore)) return;
    call.prices = prices;
    for (let at = start; at < end; at++) {
      const cost = prices.costBetween(at, at + 1);
      if (!call.isWhole) call.at = at;
      call.gas.own[call.at]! += cost;
      this.#left -= cost;
    }
  }

  /** @param at - the instruction of the uppermost function with code */
  fail(at: number, left: number): void {
    const call = this.#open.at(-1);
    if (call !== undefined && !call.isWhole) {
      // What did not run is paid back.
      for (; call.at > at; call.at--) {
        const cost = call.prices!.costBetween(call.at, call.at + 1);
        call.gas.own[call.at]! -= cost;
        this.#left += cost;
      }
      call.at = at;
    }
    this.#settle(left);
    while (this.#open.length > 0) this.#close(left);
  }

  #push(gas: FunctionGas, isWhole: boolean, at: number, leftBefore: number): void {
    this.#open.push({ gas, isWhole, at, leftBefore, prices: undefined });
  }

  #close(left: number): void {
    const call = this.#open.pop();
    const caller = this.#open.at(-1);
    // A native's gas is its caller's own.
    if (call === undefined || caller === undefined || (call.isWhole && call.gas === caller.gas)) return;
    const spent = call.leftBefore - left;
    if (Number.isFinite(spent)) caller.gas.calls[caller.at]! += spent;
  }

  /** Counts what was charged since the last report to the instruction that runs. */
  #settle(left: number): void {
    const call = this.#open.at(-1);
    const spent = this.#left - left;
    if (call !== undefined && Number.isFinite(spent)) call.gas.own[call.at]! += spent;
    this.#left = left;
  }
}

function gasOf(instructions: number): FunctionGas {
  return { own: new Float64Array(instructions), calls: new Float64Array(instructions) };
}

function add(sums: Float64Array, more: readonly number[]): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += more[i]!;
}
