import type { StateKey } from "@ledger/types";
import type { RunnableFunction } from "../code/loaded-module.ts";

/** Sees everything that runs. Gas is the amount left at that moment. */
export interface Tracer {
  /** A function was entered; natives too. */
  enter(fn: RunnableFunction, gasLeft: number): void;
  leave(fn: RunnableFunction, gasLeft: number): void;
  /** A straight stretch of instructions begins, paid for at once. */
  segment(fn: RunnableFunction, start: number, end: number, cost: number): void;
  /**
   * The state was asked for an item, for the first time in the session.
   *
   * @param bytes - of the item; undefined when there is none
   */
  read?(key: StateKey, bytes: number | undefined): void;
}
