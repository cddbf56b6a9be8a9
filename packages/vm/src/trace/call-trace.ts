import type { RunnableFunction } from "../code/loaded-module.ts";
import type { Tracer } from "../run/tracer.ts";

/** One call of a function, with the calls that it made. */
export interface TracedCall {
  /** `0x1::coin::balance`; `script` for a script. */
  readonly function: string;
  /** Execution gas of the call and of what it called, in internal units; 0 without a meter. */
  readonly gas: number;
  /** Instructions of the function itself: those of every straight stretch that it began. */
  readonly instructions: number;
  readonly calls: readonly TracedCall[];
  /** Whether the call did not return: it failed, or waits for one that did. */
  readonly isOpen: boolean;
}

interface OpenCall {
  readonly function: string;
  readonly gasBefore: number;
  gas: number;
  instructions: number;
  readonly calls: OpenCall[];
  isOpen: boolean;
}

/**
 * Records which functions a session calls, how many instructions they run and what gas they use. Pass {@link tracer} to
 * `MoveVm.createSession`; a session that is traced runs interpreted.
 */
export class CallTrace {
  readonly tracer: Tracer;
  readonly #roots: OpenCall[] = [];
  readonly #open: OpenCall[] = [];

  constructor() {
    this.tracer = {
      enter: (fn, gasLeft) => {
        const call: OpenCall = {
          function: functionText(fn),
          gasBefore: gasLeft,
          gas: 0,
          instructions: 0,
          calls: [],
          isOpen: true,
        };
        (this.#open.at(-1)?.calls ?? this.#roots).push(call);
        this.#open.push(call);
      },
      leave: (_fn, gasLeft) => {
        const call = this.#open.pop();
        if (call === undefined) return;
        call.gas = used(call.gasBefore, gasLeft);
        call.isOpen = false;
      },
      segment: (_fn, start, end, cost) => {
        const call = this.#open.at(-1);
        if (call === undefined) return;
        call.instructions += end - start;
        // What an open call has used so far is known by its stretches only.
        if (Number.isFinite(cost)) for (const open of this.#open) open.gas += cost;
      },
    };
  }

  /** The calls that the host made, in order. */
  get calls(): readonly TracedCall[] {
    return this.#roots;
  }

  /**
   * The trace as folded stacks, the data of flame charts: a line for each stack of functions, with the internal gas that its
   * last function used itself.
   */
  foldedStacks(): string {
    const totals = new Map<string, number>();
    const fold = (call: TracedCall, above: string): void => {
      const stack = above === "" ? call.function : `${above};${call.function}`;
      const own = call.gas - call.calls.reduce((sum, { gas }) => sum + gas, 0);
      totals.set(stack, (totals.get(stack) ?? 0) + own);
      for (const inner of call.calls) fold(inner, stack);
    };
    for (const call of this.#roots) fold(call, "");
    return [...totals].map(([stack, gas]) => `${stack} ${gas}`).join("\n");
  }
}

function used(before: number, after: number): number {
  return Number.isFinite(before) ? before - after : 0;
}

function functionText({ module, name }: RunnableFunction): string {
  return module === undefined ? "script" : `${module.key}::${name}`;
}
