import type { RunnableFunction } from "../code/loaded-module.ts";

/** Is told of what runs. Gas is what is left at that moment. */
export interface Tracer {
  /** A function was entered; natives too. */
  enter(fn: RunnableFunction, gasLeft: number): void;
  leave(fn: RunnableFunction, gasLeft: number): void;
  /** A straight stretch of instructions begins, paid for at once. */
  segment(fn: RunnableFunction, start: number, end: number, cost: number): void;
}
