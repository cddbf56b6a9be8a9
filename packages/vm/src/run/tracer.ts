import type { StateKey } from "@ledger/types";
import type { RunnableFunction } from "../code/loaded-module.ts";

/** Prices of the instructions of a function that runs. */
export interface InstructionPrices {
  /** Fixed prices of the instructions from one to before another, in internal gas. */
  costBetween(start: number, end: number): number;
}

/** Sees everything that runs. Gas is the amount left at that moment, for whatever it may be charged. */
export interface Tracer {
  /** A function was entered; natives too. */
  enter(fn: RunnableFunction, gasLeft: number): void;
  leave(fn: RunnableFunction, gasLeft: number): void;
  /**
   * A straight stretch of instructions begins, paid for at once: fewer of them where gas ends in it. What its last instruction costs besides
   * is known when it runs.
   */
  segment(
    fn: RunnableFunction,
    start: number,
    end: number,
    cost: number,
    gasLeft: number,
    prices: InstructionPrices,
  ): void;
  /** An instruction failed, or the native that it calls: nothing leaves any more. What came after it in its stretch is paid back. */
  fail?(fn: RunnableFunction, at: number, gasLeft: number): void;
  /**
   * The state was asked for an item, for the first time in the session.
   *
   * @param bytes - of the item; undefined when there is none
   */
  read?(key: StateKey, bytes: number | undefined): void;
}
