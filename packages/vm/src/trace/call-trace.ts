import type { RunnableFunction } from "../code/loaded-module.ts";
import type { Tracer } from "../run/tracer.ts";
import { foldedStacks, speedscope, traceText } from "./trace-formats.ts";
import type { TracedCall, TracedRead } from "./traced-call.ts";

interface RecordedCall extends TracedCall {
  readonly leftBefore: number;
  gas: number;
  instructions: number;
  readonly reads: TracedRead[];
  readonly calls: RecordedCall[];
  isOpen: boolean;
}

/** Options of {@link CallTrace}. */
export interface CallTraceOptions {
  /** Most calls that are recorded, 100,000 by default: what later ones use counts to the call that made them. */
  readonly maxCalls?: number;
}

/**
 * Records which functions a session calls, what they read, how many instructions they run and what gas they use. Pass
 * {@link tracer} to `MoveVm.createSession`; a session that is traced runs interpreted. One trace may follow several sessions,
 * one after the other.
 */
export class CallTrace {
  readonly tracer: Tracer;
  readonly #roots: RecordedCall[] = [];
  readonly #open: RecordedCall[] = [];
  /** Reads of the host itself, before any call. */
  readonly #reads: TracedRead[] = [];
  #recorded = 0;
  #omitted = 0;
  /** Calls that run now and are not recorded. */
  #omittedOpen = 0;
  #gasLeft = Number.POSITIVE_INFINITY;

  constructor({ maxCalls = 100_000 }: CallTraceOptions = {}) {
    this.tracer = {
      enter: (fn, gasLeft) => {
        this.#gasLeft = gasLeft;
        if (this.#omittedOpen > 0 || this.#recorded >= maxCalls) {
          this.#omittedOpen++;
          this.#omitted++;
          return;
        }
        this.#recorded++;
        const call: RecordedCall = {
          function: functionText(fn),
          gas: 0,
          gasBefore: this.#gasBefore(gasLeft),
          leftBefore: gasLeft,
          instructions: 0,
          reads: [],
          calls: [],
          isOpen: true,
        };
        (this.#open.at(-1)?.calls ?? this.#roots).push(call);
        this.#open.push(call);
      },
      leave: (_fn, gasLeft) => {
        this.#gasLeft = gasLeft;
        if (this.#omittedOpen > 0) {
          this.#omittedOpen--;
          return;
        }
        const call = this.#open.pop();
        if (call === undefined) return;
        call.gas = used(call.leftBefore, gasLeft);
        call.isOpen = false;
      },
      segment: (_fn, start, end, cost) => {
        if (Number.isFinite(cost)) this.#gasLeft -= cost;
        const call = this.#open.at(-1);
        if (call !== undefined) call.instructions += end - start;
      },
      read: (key, bytes) => {
        (this.#open.at(-1)?.reads ?? this.#reads).push({ key, bytes });
      },
    };
  }

  /** Gas used when a call begins: calls of the host follow one another, whatever their meters say. */
  #gasBefore(gasLeft: number): number {
    const outermost = this.#open[0];
    if (outermost !== undefined) return outermost.gasBefore + used(outermost.leftBefore, gasLeft);
    const last = this.#roots.at(-1);
    return last === undefined ? 0 : last.gasBefore + last.gas;
  }

  /** The calls that the host made, in order. */
  get calls(): readonly TracedCall[] {
    // The last report of the machine says how much an open call has used so far.
    for (const call of this.#open) call.gas = used(call.leftBefore, this.#gasLeft);
    return this.#roots;
  }

  /** Reads outside of any call: modules of what is called, resources that arguments are checked by. */
  get reads(): readonly TracedRead[] {
    return this.#reads;
  }

  /** Calls that were not recorded because there were too many. */
  get omittedCalls(): number {
    return this.#omitted;
  }

  /** The calls as an indented list for people: a line for each call, with its gas and instructions, and for each read. */
  text(): string {
    return traceText(this.calls, this.#reads, this.#omitted);
  }

  /**
   * The trace as folded stacks, which flame chart tools read: a line for each stack of functions, with the internal gas that its
   * last function used itself.
   */
  foldedStacks(): string {
    return foldedStacks(this.calls);
  }

  /**
   * The trace as a JSON file of https://www.speedscope.app, over internal gas.
   *
   * @param name - of the profile
   */
  speedscope(name = "Move"): string {
    return speedscope(this.calls, name);
  }
}

function used(before: number, after: number): number {
  return Number.isFinite(before) ? before - after : 0;
}

function functionText({ module, name }: RunnableFunction): string {
  return module === undefined ? "script" : `${module.key}::${name}`;
}
