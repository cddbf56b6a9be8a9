import type { Defer, LeaveSignal } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";

// The package is compiled without DOM and Node types; these are all it needs of them.
declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** Milliseconds that a call runs before others get their turn. */
const stretch = 5;

/**
 * Makes what the machine asks while it runs: it says at once whether to go on, or promises to say so when others have had
 * their turn.
 *
 * @param signal - ends the call when the client has left
 */
export function createPause(
  defer: Defer | undefined,
  signal: LeaveSignal | undefined,
): () => Promise<void> | undefined {
  let turn = performance.now();
  const next = defer ?? ((callback) => setTimeout(callback, 0));
  return () => {
    if (performance.now() - turn < stretch) return undefined;
    return new Promise((resolve, reject) =>
      next(() => {
        turn = performance.now();
        // The client has left, so this answer is not sent.
        if (signal?.aborted) reject(new ApiError("web_framework_error", "the client has left", { status: 408 }));
        else resolve();
      }),
    );
  };
}
