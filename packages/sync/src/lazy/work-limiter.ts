import { StateUnavailableError } from "./state-unavailable-error.ts";

/** Runs asynchronous work in order, a limited number of pieces at a time. */
export class WorkLimiter {
  readonly #parallel: number;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param waiting - most pieces of work that wait for their turn */
  constructor(parallel: number, waiting: number) {
    this.#parallel = parallel;
    this.#most = waiting;
  }

  /** @throws {@link StateUnavailableError} when too much waits already, or `signal` aborts first; what the work throws */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#most) throw new StateUnavailableError("too many values are being fetched");
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      if (signal.aborted) throw new StateUnavailableError("the request waited too long for its turn");
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one takes this turn over.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
