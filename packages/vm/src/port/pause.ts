import type { WorkBudget } from "./work-budget.ts";

/**
 * Asked now and then while code runs: a promise suspends it until it is kept, and one that is broken ends it with the promise's error.
 *
 * @param ran - milliseconds since the code began, was asked last, or waited last
 */
export type Pause = (ran: number) => Promise<void> | undefined;

/** The same, asked only while there is time left in a budget. */
export function inTime(pause: Pause | undefined, budget: WorkBudget | undefined): Pause | undefined {
  if (budget === undefined) return pause;
  return (ran) => {
    budget.run(ran);
    return pause?.(ran);
  };
}
