import { setTimeout as delay } from "node:timers/promises";
import { Backoff } from "@ledger/kit";

/** Pauses after failures without progress between them. */
const pauses = { first: 1_000, longest: 60_000 } as const;

/** Runs work that follows a ledger until it is stopped: when it fails, again after a pause. */
export class KeepTrying {
  readonly #onStalled: (reason: string | undefined) => void;
  readonly #backoff = new Backoff(pauses);

  /** @param onStalled - called with the reason of each failure, and with `undefined` when there is progress again */
  constructor(onStalled: (reason: string | undefined) => void) {
    this.#onStalled = onStalled;
  }

  /** Notes that the work makes progress. */
  noteProgress(): void {
    if (this.#backoff.failures > 0) this.#onStalled(undefined);
    this.#backoff.succeed();
  }

  /** Runs the work until the signal aborts. What it throws then is not reported. */
  async run(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) return;
        this.#onStalled(error instanceof Error ? error.message : String(error));
        await delay(this.#backoff.fail(), undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
