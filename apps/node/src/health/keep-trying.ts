import { setTimeout as delay } from "node:timers/promises";

/** Pause after a failure, milliseconds: doubled by each one without progress between. */
const retryAfter = { shortest: 1_000, longest: 60_000 } as const;

/** Runs work that follows a ledger until it is stopped: when it fails, again after a pause. */
export class KeepTrying {
  readonly #onStalled: (reason: string | undefined) => void;
  #failures = 0;

  /** @param onStalled - called with the reason of each failure, and with `undefined` when there is progress again */
  constructor(onStalled: (reason: string | undefined) => void) {
    this.#onStalled = onStalled;
  }

  /** Notes that the work makes progress. */
  noteProgress(): void {
    if (this.#failures > 0) this.#onStalled(undefined);
    this.#failures = 0;
  }

  /** Runs the work until the signal aborts. What it throws then is not reported. */
  async run(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) return;
        this.#onStalled(error instanceof Error ? error.message : String(error));
        const pause = Math.min(retryAfter.shortest * 2 ** this.#failures, retryAfter.longest);
        this.#failures += 1;
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
