import { setTimeout as delay } from "node:timers/promises";
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

const firstPauseMs = 20;
const longestPauseMs = 1_000;

/**
 * Does work again for as long as it fails in a way that passes. Pauses grow and are random, so that many clients of a server
 * that has come back do not arrive together.
 *
 * @throws StoreError the last failure
 */
export async function withRetry<T>({ boundMs, retries }: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + boundMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const failure = judge(error);
      const pause = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs) * Math.random();
      if (failure === "final" || performance.now() + pause > end) throw translateError(error);
      const state = stateOf(error);
      retries.set(state, (retries.get(state) ?? 0) + 1);
      if (failure === "again") await delay(pause);
    }
  }
}
