import { ChainClock } from "@ledger/local-chain";
import { type Moment, toUsecs } from "../inputs/numbers.ts";

/** Time that passes between two blocks of a network with a time of its own, microseconds. */
const step = 1_000_000n;

/**
 * The time of a network: that of the host with an offset, which does not go back when the host's clock is set back, or one of its own that only
 * blocks and its user move, so that every run is the same.
 */
export class NetworkClock {
  readonly #host: () => bigint;
  /** The host's clock, without its steps back. */
  readonly #steady: ChainClock;
  #offset = 0n;
  #own: bigint | undefined;
  #next: bigint | undefined;

  /** @param start - makes the time the network's own */
  constructor(start?: Moment, host: () => bigint = () => BigInt(Date.now()) * 1_000n) {
    this.#host = host;
    this.#steady = new ChainClock({ latestUsecs: 0n, host });
    this.#own = start === undefined ? undefined : toUsecs(start);
  }

  /** Microseconds since the Unix epoch. */
  now(): bigint {
    return this.#own ?? this.#steady.now() + this.#offset;
  }

  /** The time that a block would have that is made now. */
  ofNextBlock(): bigint {
    return this.#next ?? (this.#own === undefined ? this.now() : this.#own + step);
  }

  /** The time of a block that is made now, which the time is from then on. */
  forBlock(): bigint {
    const usecs = this.ofNextBlock();
    if (this.#next !== undefined || this.#own !== undefined) this.set(usecs);
    this.#next = undefined;
    return usecs;
  }

  /** True if time passes as it does on the host. */
  get isOfHost(): boolean {
    return this.#own === undefined;
  }

  /** Microseconds that the network is ahead of the host. */
  get offset(): bigint {
    return this.now() - this.#host();
  }

  /** Moves the time to a moment. */
  set(moment: Moment): void {
    const usecs = toUsecs(moment);
    if (this.#own !== undefined) this.#own = usecs;
    else this.#offset = usecs - this.#steady.now();
  }

  /** Sets the time of the next block. */
  setNext(moment: Moment): void {
    this.#next = toUsecs(moment);
  }

  /** The present state, for {@link restore}. */
  save(): ClockState {
    return { offset: this.#offset, own: this.#own, next: this.#next };
  }

  restore({ offset, own, next }: ClockState): void {
    this.#offset = offset;
    this.#own = own;
    this.#next = next;
  }
}

/** The time of a network, to go back to. */
export interface ClockState {
  readonly offset: bigint;
  readonly own: bigint | undefined;
  readonly next: bigint | undefined;
}
