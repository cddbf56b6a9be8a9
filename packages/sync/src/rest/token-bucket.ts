import type { Pacing } from "./pacing.ts";

/** How many requests an upstream may be asked. */
export interface RequestRate {
  /** Requests per second in the long run; `Infinity` for no bound. */
  readonly perSecond: number;
  /** Requests that may be made at once after a quiet time. */
  readonly burst: number;
}

/** Spreads requests over time: at most `burst` at once, `perSecond` in the long run. */
export class TokenBucket {
  readonly #pacing: Pacing;
  readonly #burst: number;
  readonly #fastest: number;
  #perSecond: number;
  #tokens: number;
  #filledAt: number;

  constructor(rate: RequestRate, pacing: Pacing) {
    this.#pacing = pacing;
    this.#burst = rate.burst;
    this.#fastest = rate.perSecond;
    this.#perSecond = rate.perSecond;
    this.#tokens = rate.burst;
    this.#filledAt = pacing.now();
  }

  /** Waits for a turn. Returns without one when `signal` aborts. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return;
    this.#refill();
    // Taken at once, even below zero: later requests wait longer, so turns are given in order.
    this.#tokens -= 1;
    if (this.#tokens < 0) await this.#pacing.sleep((-this.#tokens / this.#perSecond) * 1000, signal);
  }

  /** Halves the rate, after the upstream complained; not below one request in ten seconds. */
  slowDown(): void {
    if (this.#perSecond === Number.POSITIVE_INFINITY) {
      this.#perSecond = 64;
      this.#tokens = Math.min(this.#tokens, 0);
      this.#filledAt = this.#pacing.now();
      return;
    }
    this.#refill();
    this.#perSecond = Math.max(this.#perSecond / 2, 0.1);
  }

  /** Raises the rate by a twentieth, up to the configured one, after a good answer. */
  recover(): void {
    if (this.#perSecond === this.#fastest) return;
    this.#refill();
    this.#perSecond *= 1.05;
    if (this.#perSecond > Math.min(this.#fastest, 1000)) this.#perSecond = this.#fastest;
  }

  #refill(): void {
    const now = this.#pacing.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
  }
}
