import type { RunnableFunction } from "../code/loaded-module.ts";
import type { Tracer } from "../run/tracer.ts";
import type { VmError } from "../status/vm-error.ts";

/** A call that had begun and not ended. */
export interface OpenCall {
  /** `0x1::coin::balance` */
  readonly function: string;
  /** `0x1::coin`; undefined for a script. */
  readonly module: string | undefined;
  /** Index among the module's function definitions. */
  readonly functionIndex: number;
  /** The instruction that it had come to: of all but the innermost the call of the next. */
  readonly codeOffset: number;
}

/** Knows the calls that are open. A session that fails leaves those of its failure. */
export class StackTracer {
  readonly tracer: Tracer;
  readonly #open: { readonly fn: RunnableFunction; end: number }[] = [];

  constructor() {
    this.tracer = {
      enter: (fn) => this.#open.push({ fn, end: 1 }),
      leave: () => this.#open.pop(),
      // Calls end a segment.
      segment: (_fn, _start, end) => {
        this.#open.at(-1)!.end = end;
      },
    };
  }

  /** The calls that a failure left open, innermost first. */
  callsOf(error: VmError | undefined): OpenCall[] {
    const calls = this.#open.map(({ fn, end }): OpenCall => {
      const module = fn.module?.key;
      const name = module === undefined ? fn.name : `${module}::${fn.name}`;
      return { function: name, module, functionIndex: fn.index, codeOffset: end - 1 };
    });
    const innermost = calls.pop();
    if (innermost === undefined) return [];
    // An abort has no place of its own: it is the last of its segment.
    return [{ ...innermost, codeOffset: error?.location?.codeOffset ?? innermost.codeOffset }, ...calls.reverse()];
  }
}
