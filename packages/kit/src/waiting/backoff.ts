/** Pauses that grow with failures in a row, milliseconds. */
export interface BackoffTimes {
  /** After the first failure. */
  readonly first: number;
  /** Each further failure doubles the pause, up to this. */
  readonly longest: number;
  /** Part of the pause that is left to chance, from 0 to 1, so that many that failed together do not try again together. 0 when absent. */
  readonly jitter?: number | undefined;
}

/**
 * Returns how long to wait before the next try, milliseconds.
 *
 * @param failures - in a row, from 1
 * @param random - in [0, 1)
 */
export function backoffPause(
  { first, longest, jitter = 0 }: BackoffTimes,
  failures: number,
  random: () => number = Math.random,
): number {
  const full = Math.min(first * 2 ** Math.min(failures - 1, 30), longest);
  return jitter === 0 ? full : full * (1 - jitter + jitter * random());
}

/** Counts failures in a row, and says how long to wait after each. */
export class Backoff {
  /** Failures without a success, or a steady try, between them. */
  failures = 0;
  readonly #times: BackoffTimes;
  readonly #steady: number;

  /** @param steady - a try that lasted for so long did not fail because of how it began: the pauses begin again. Milliseconds */
  constructor(times: BackoffTimes, steady = Number.POSITIVE_INFINITY) {
    this.#times = times;
    this.#steady = steady;
  }

  /**
   * Notes a failure.
   *
   * @param lasted - milliseconds that the try lasted, where that counts
   * @returns milliseconds until the next try
   */
  fail(lasted = 0): number {
    if (lasted >= this.#steady) this.failures = 0;
    return backoffPause(this.#times, ++this.failures);
  }

  /** Notes a success. */
  succeed(): void {
    this.failures = 0;
  }
}
