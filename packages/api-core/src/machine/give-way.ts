import { processorTime } from "@ledger/kit";
import type { Pause } from "@ledger/vm";
import type { Defer, LeaveSignal } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";

// The package is compiled without DOM and Node types; these are all it needs of them.
declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;
/** Milliseconds that a call runs before others get their turn. */
const stretch = 5;

/** Inputs of {@link createPause}. */
export interface PauseOptions {
  readonly defer: Defer | undefined;
  /** Ends the call when the client has left. */
  readonly signal: LeaveSignal | undefined;
  /** Milliseconds that the call may run. */
  readonly hostTime: number;
}

/**
 * Makes what the machine asks while it runs: it says at once whether to go on, or promises to say so when others have had their turn. A
 * call that has taken all of its time ends: the prices of the ledger are those of another machine, and some work takes this one a
 * hundred times as long as other work of the same price.
 */
export function createPause({ defer, signal, hostTime }: PauseOptions): Pause {
  const next = defer ?? ((callback) => setTimeout(callback, 0));
  let left = hostTime;
  let since = processorTime();
  let unasked = 0;
  return (ran) => {
    const now = processorTime();
    // On a busy machine time passes while nothing runs, and between two slices others use the processor.
    left -= Math.min(ran, now - since);
    since = now;
    unasked += ran;
    if (left < 0) return Promise.reject(tooLong(hostTime));
    if (unasked < stretch) return undefined;
    unasked = 0;
    return new Promise((resolve, reject) =>
      next(() => {
        since = processorTime();
        // The client has left, so this answer is not sent.
        if (signal?.aborted) reject(clientLeft());
        else resolve();
      }, signal),
    );
  };
}

/**
 * Makes a function that work in steps calls between them: it lets others have their turn once the work has run for a slice.
 *
 * @throws ApiError 408 from its result when the client has left
 */
export function createGiveWay({ defer, signal }: Pick<PauseOptions, "defer" | "signal">): () => Promise<void> {
  const pause = createPause({ defer, signal, hostTime: Number.POSITIVE_INFINITY });
  let since = performance.now();
  return async () => {
    if (signal?.aborted) throw clientLeft();
    await pause(performance.now() - since);
    since = performance.now();
  };
}

function clientLeft(): ApiError {
  return new ApiError("web_framework_error", "the client has left", { status: 408 });
}

function tooLong(milliseconds: number): ApiError {
  return new ApiError(
    "invalid_input",
    `the call takes longer than this node runs code of its gas limit (${Math.round(milliseconds)} ms of processor time)`,
  );
}
