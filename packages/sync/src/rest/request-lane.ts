import { type BackoffTimes, backoffPause } from "@ledger/kit";
import { faultBackoff, type Pacing, rateBackoff } from "./pacing.ts";
import { type RequestRate, TokenBucket } from "./token-bucket.ts";

/** The waits of a lane after faults, and after the upstream asked for fewer requests. */
export interface LaneBackoff {
  readonly fault: BackoffTimes;
  readonly rate: BackoffTimes;
}

/** Requests for records may wait long: no client waits for one of them. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.11 | Specification, ingest 5.11} */
export const recordBackoff: LaneBackoff = { fault: faultBackoff, rate: rateBackoff };

/** Requests for state wait shortly: a client waits for the answer, and is refused meanwhile. */
export const stateBackoff: LaneBackoff = {
  fault: { first: 250, longest: 5_000, jitter: 0.5 },
  rate: { first: 1_000, longest: 15_000, jitter: 0.5 },
};

/**
 * One kind of requests to an upstream, with a rate and a back-off of its own: what clients ask for cannot delay the records,
 * and the other way round.
 */
export class RequestLane {
  readonly #pacing: Pacing;
  readonly #backoff: LaneBackoff;
  readonly #bucket: TokenBucket;
  #failures = 0;
  #failingSince = 0;
  #notBefore = 0;
  /** When the newest answer came that showed how the upstream is. */
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(rate: RequestRate, backoff: LaneBackoff, pacing: Pacing) {
    this.#pacing = pacing;
    this.#backoff = backoff;
    this.#bucket = new TokenBucket(rate, pacing);
  }

  /** Faulty answers since the last good one. */
  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds since the first of those faults; 0 when there are none. */
  get failingMs(): number {
    return this.#failures === 0 ? 0 : this.#pacing.now() - this.#failingSince;
  }

  /** Milliseconds until the next request may be made. */
  get waitMs(): number {
    return Math.max(0, this.#notBefore - this.#pacing.now());
  }

  /** Now, on the clock of {@link fail}. */
  now(): number {
    return this.#pacing.now();
  }

  /** Waits for a turn within the request rate. */
  take(signal: AbortSignal): Promise<void> {
    return this.#bucket.take(signal);
  }

  /** Notes a usable answer. */
  succeed(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#seenAt = this.#pacing.now();
    this.#bucket.recover();
  }

  /**
   * Notes an unusable one: no requests for a while, longer each time. A request that began before the newest answer says nothing new: the
   * upstream has answered others since, or the fault is counted already.
   *
   * @param beganAt - when the request began, see {@link now}
   * @returns the wait, milliseconds
   */
  fail(retryAfterMs?: number, beganAt = this.#pacing.now()): number {
    if (beganAt < this.#seenAt) return this.waitMs;
    this.#seenAt = this.#pacing.now();
    return this.#pause(this.#backoff.fault, retryAfterMs);
  }

  /** Notes that the upstream asked for fewer requests. @returns the wait, milliseconds */
  slowDown(retryAfterMs?: number): number {
    this.#bucket.slowDown();
    return this.#pause(this.#backoff.rate, retryAfterMs);
  }

  #pause(range: BackoffTimes, retryAfterMs: number | undefined): number {
    if (this.#failures === 0) this.#failingSince = this.#pacing.now();
    this.#failures += 1;
    const wait = retryAfterMs ?? backoffPause(range, this.#failures, () => this.#pacing.random());
    this.#notBefore = Math.max(this.#notBefore, this.#pacing.now() + wait);
    return wait;
  }
}
