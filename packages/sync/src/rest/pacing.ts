import type { BackoffTimes } from "@ledger/kit";

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

/** After server errors, broken connections and timeouts. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.11 | Specification, ingest 5.11} */
export const faultBackoff: BackoffTimes = { first: 250, longest: 30_000, jitter: 0.5 };

/** After 429 without `Retry-After`. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.11 | Specification, ingest 5.11} */
export const rateBackoff: BackoffTimes = { first: 1_000, longest: 60_000, jitter: 0.5 };

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
