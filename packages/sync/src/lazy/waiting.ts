import type { LimiterOptions } from "@ledger/kit";
import { StateUnavailableError } from "./state-unavailable-error.ts";

/** The bound of requests that wait for their turn at an upstream. @param mostWaiting - one more is refused */
export function waitingLimit(mostWaiting: number): LimiterOptions {
  return { mostWaiting, refuse: () => new StateUnavailableError("too many values are being fetched") };
}

/** Work that is not begun when its signal has aborted while it waited. @throws {@link StateUnavailableError} then */
export function unlessLate<T>(signal: AbortSignal, work: () => Promise<T>): () => Promise<T> {
  return async () => {
    if (signal.aborted) throw new StateUnavailableError("the request waited too long for its turn");
    return work();
  };
}
