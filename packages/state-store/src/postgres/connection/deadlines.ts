import { StoreError } from "../../store-error.ts";

/** Milliseconds between two looks for what takes too long. */
const lookMs = 250;

interface Pending {
  readonly end: number;
  readonly reject: (error: unknown) => void;
}

/**
 * Ends work that takes too long, however it hangs. One timer looks after all of it: one for each would cost a quick read a tenth of
 * its time.
 */
export class Deadlines {
  readonly #boundMs: number;
  /** In the order of their ends, since all may take equally long. */
  readonly #pending = new Set<Pending>();
  #timer: NodeJS.Timeout | undefined;

  /** @param boundMs - longest time of a piece of work, milliseconds */
  constructor(boundMs: number) {
    this.#boundMs = boundMs;
  }

  /** @throws StoreError `unavailable` when it has taken too long; what the work throws */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const pending = { end: performance.now() + this.#boundMs, reject };
      this.#pending.add(pending);
      this.#timer ??= setInterval(() => this.#look(), Math.min(lookMs, this.#boundMs)).unref();
      work()
        .then(resolve, reject)
        .finally(() => this.#pending.delete(pending));
    });
  }

  #look(): void {
    const now = performance.now();
    for (const pending of this.#pending) {
      if (pending.end > now) return;
      this.#pending.delete(pending);
      pending.reject(
        new StoreError("unavailable", `the database server has not answered for ${this.#boundMs / 1_000} s`),
      );
    }
    if (this.#pending.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
