/** The clocks that a {@link ChainClock} follows, and its first moment. */
export interface ChainClockOptions {
  /** Time of the latest block, microseconds since the Unix epoch; 0 where there is none. */
  readonly latestUsecs: bigint;
  /** The host's clock, which people and protocols set: microseconds since the Unix epoch. */
  readonly host: () => bigint;
  /** A clock that only goes forward, milliseconds. */
  readonly steadyMs?: (() => number) | undefined;
}

/** A host's clock may go back so far unnoticed, microseconds: networks keep clocks right by small steps. */
const toleranceUsecs = 1_000_000n;

/**
 * The time of a network that one node makes: that of the host, except that it does not go back with it. Where the host's clock is behind the
 * latest block, or was set back, time continues from where it was as fast as it really passes, until the host's clock has come up.
 */
export class ChainClock {
  readonly #host: () => bigint;
  readonly #steadyMs: () => number;
  /** The last moment at which the host's clock was followed. */
  #sure: { readonly usecs: bigint; readonly steadyMs: number };

  constructor({ latestUsecs, host, steadyMs = () => performance.now() }: ChainClockOptions) {
    this.#host = host;
    this.#steadyMs = steadyMs;
    this.#sure = { usecs: latestUsecs, steadyMs: steadyMs() };
  }

  /** Microseconds since the Unix epoch. */
  now(): bigint {
    const host = this.#host();
    return host + this.#lead(host);
  }

  /** Microseconds that the network is ahead of the host's clock: 0 while that is followed. */
  get leadUsecs(): bigint {
    return this.#lead(this.#host());
  }

  #lead(host: bigint): bigint {
    const steadyMs = this.#steadyMs();
    const passedUsecs = BigInt(Math.floor((steadyMs - this.#sure.steadyMs) * 1_000));
    const lead = this.#sure.usecs + passedUsecs - host;
    if (lead > toleranceUsecs) return lead;
    this.#sure = { usecs: host, steadyMs };
    return 0n;
  }
}
