/** Options of a {@link Limiter}. */
export interface LimiterOptions {
  /** Pieces of work that wait for their turn at most; no bound when absent. */
  readonly mostWaiting?: number | undefined;
  /** Makes the error of one that is refused for that; a `RangeError` when absent. */
  readonly refuse?: (() => Error) | undefined;
}

/** Runs a bounded number of pieces of asynchronous work at a time. The others begin in the order in which they came. */
export class Limiter {
  readonly #most: number;
  readonly #options: LimiterOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param most - pieces of work at a time; 1 makes them run one after the other */
  constructor(most: number, options: LimiterOptions = {}) {
    this.#most = most;
    this.#options = options;
  }

  /**
   * Runs work when its turn has come.
   *
   * @throws when too much waits already; what the work throws
   */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++;
    else {
      const { mostWaiting = Number.POSITIVE_INFINITY, refuse = () => new RangeError("too much work waits") } =
        this.#options;
      if (this.#waiting.length >= mostWaiting) throw refuse();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn passes to the next one.
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** Runs work one after the other by name: that of different names side by side. */
export class LimiterByName {
  readonly #limiters = new Map<string, { readonly limiter: Limiter; users: number }>();

  /** Runs work when all of the same name that came before has ended. */
  async run<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const used = this.#limiters.get(name) ?? { limiter: new Limiter(1), users: 0 };
    this.#limiters.set(name, used);
    used.users++;
    try {
      return await used.limiter.run(work);
    } finally {
      if (--used.users === 0) this.#limiters.delete(name);
    }
  }
}
