import { nextBlockTime } from "@ledger/executor";
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
  /** Time of the latest block. */
  #latest = 0n;
  /** Time of the block that is being made. */
  #current: bigint | undefined;

  /** @param start - makes the time the network's own */
  constructor(start?: Moment, host: () => bigint = () => BigInt(Date.now()) * 1_000n) {
    this.#host = host;
    this.#steady = new ChainClock({ latestUsecs: 0n, host });
    this.#own = start === undefined ? undefined : toUsecs(start);
  }

  /** Microseconds since the Unix epoch. */
  now(): bigint {
    const usecs = this.#own ?? this.#steady.now() + this.#offset;
    if (usecs < this.#latest) return this.#latest;
    return usecs;
  }

  /** The time of the block that takes what comes now: all that depends on what a transaction will see depends on this one. */
  ofNextBlock(): bigint {
    if (this.#current !== undefined) return this.#current;
    const usecs = this.#next ?? (this.#own === undefined ? this.now() : this.now() + step);
    return nextBlockTime(usecs, this.#latest);
  }

  /** Begins a block. @returns its time */
  beginBlock(): bigint {
    this.#current = this.ofNextBlock();
    return this.#current;
  }

  /**
   * Ends the block that was begun: a time that was set, and one of the network's own, is that of the block from then on.
   *
   * @param isNextServed - false where what the time was set for had no place in this block; the next one follows it at once then
   */
  endBlock(isNextServed = true): void {
    const usecs = this.ofNextBlock();
    const wasSet = this.#next !== undefined;
    this.#current = undefined;
    this.#next = wasSet && !isNextServed ? usecs + 1n : undefined;
    this.#latest = usecs;
    if (wasSet || this.#own !== undefined) this.set(usecs);
  }

  /** Continues a chain. @param latestUsecs - time of its latest block */
  continueFrom(latestUsecs: bigint): void {
    this.#latest = latestUsecs;
    this.#next = undefined;
  }

  /** True if time passes as it does on the host. */
  get isOfHost(): boolean {
    return this.#own === undefined;
  }

  /** Microseconds that the next block is ahead of the host. */
  get lead(): bigint {
    return this.ofNextBlock() - this.#host();
  }

  /** Moves the time to a moment. */
  set(usecs: bigint): void {
    if (this.#own !== undefined) this.#own = usecs;
    else this.#offset = usecs - this.#steady.now();
  }

  /** Sets the time of the next block. */
  setNext(usecs: bigint): void {
    this.#next = usecs;
  }

  /** The present state, for {@link restore}. */
  save(): ClockState {
    return { offset: this.#offset, own: this.#own, next: this.#next, latest: this.#latest };
  }

  restore({ offset, own, next, latest }: ClockState): void {
    this.#offset = offset;
    this.#own = own;
    this.#next = next;
    this.#latest = latest;
    this.#current = undefined;
  }
}

/** The time of a network, to go back to. */
export interface ClockState {
  readonly offset: bigint;
  readonly own: bigint | undefined;
  readonly next: bigint | undefined;
  readonly latest: bigint;
}
