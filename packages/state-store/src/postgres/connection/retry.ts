import { setTimeout as delay } from "node:timers/promises";
import { backoffPause } from "@ledger/kit";
import { judge, stateOf, translateError } from "./translate-error.ts";

/** How long and how often work is tried again. */
export interface RetryPolicy {
  /** Time after which a failure is final, milliseconds. */
  readonly boundMs: number;
  /** Counts what was tried again: by SQLSTATE, or `connection`. */
  readonly retries: Map<string, number>;
}

/** Counts for {@link RetryPolicy.retries}. A count that is watched is there before it grows. */
export function newCounts(): Map<string, number> {
  return new Map([["connection", 0]]);
}

/** Wholly left to chance. */
const pauses = { first: 20, longest: 1_000, jitter: 1 } as const;

/**
 * Does work again for as long as it fails in a way that passes. Pauses grow and are random, so that many clients of a server
 * that has come back do not arrive together.
 *
 * @throws StoreError the last failure
 */
export async function withRetry<T>({ boundMs, retries }: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + boundMs;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const failure = judge(error);
      const pause = backoffPause(pauses, failures);
      if (failure === "final" || performance.now() + pause > end) throw translateError(error);
      const state = stateOf(error);
      retries.set(state, (retries.get(state) ?? 0) + 1);
      if (failure === "again") await delay(pause);
    }
  }
}
