/** Time and chance, as the upstream source uses them. Tests pass their own. */
export interface Pacing {
  /** Milliseconds from any fixed point; never goes back. */
  now(): number;
  /** Wall clock, milliseconds since the Unix epoch; only for `Retry-After` dates. */
  date(): number;
  /** Waits, or returns at once when `signal` aborts. Never throws. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

/** Real time and `Math.random`. */
export const systemPacing: Pacing = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done, { once: true });
    }),
};

/** Shortest and longest wait of a growing series. */
export interface BackoffRange {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** After server errors, broken connections and timeouts. @see Ledger specification, ingest §5.11 */
export const faultBackoff: BackoffRange = { firstMs: 250, longestMs: 30_000 };

/** After 429 without `Retry-After`. @see Ledger specification, ingest §5.11 */
export const rateBackoff: BackoffRange = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Wait before attempt `attempt + 1`: doubles from the first to the longest, of which a random half to the whole is taken,
 * so that followers that failed together do not come back together.
 *
 * @param attempt - failures in a row, from 1
 */
export function backoffMs({ firstMs, longestMs }: BackoffRange, attempt: number, random: () => number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full * (0.5 + random() / 2);
}

/** Longest time that an upstream is left alone because it said so: two minutes. */
const longestRetryAfterMs = 120_000;

/**
 * Reads a `Retry-After` value: seconds, or an HTTP date.
 *
 * @returns milliseconds to wait, from 0 to {@link longestRetryAfterMs}; `undefined` when the header is absent or malformed
 */
export function parseRetryAfter(value: string | null, date: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - date;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestRetryAfterMs);
}
