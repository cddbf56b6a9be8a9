/** The occasions at which blocks are made. A block can be demanded at any time, whatever is set here. */
export interface BlockTrigger {
  /** Make a block as soon as a transaction is ready. */
  readonly onTransaction: boolean;
  /** Make a block after this many milliseconds without one; never when absent. */
  readonly intervalMs?: number | undefined;
}

const stopped = "the network has stopped";

/** Says when the next block is due. */
export class BlockSchedule {
  trigger: BlockTrigger;
  #lastBlock = performance.now();
  #hasEnded = false;
  #demands: PromiseWithResolvers<void>[] = [];
  /** Demands whose block is being made. */
  #served: PromiseWithResolvers<void>[] = [];
  #wake: (() => void) | undefined;

  constructor(trigger: BlockTrigger) {
    this.trigger = trigger;
  }

  /** Says that something has come that may make a block due. */
  wake(): void {
    this.#wake?.();
  }

  /** Asks for a block. @returns when it has been made; rejects when no more are made */
  demand(): Promise<void> {
    if (this.#hasEnded) return Promise.reject(new Error(stopped));
    const demand = Promise.withResolvers<void>();
    this.#demands.push(demand);
    this.wake();
    return demand.promise;
  }

  /**
   * Waits until a block is due.
   *
   * @param hasWork - whether a transaction is ready
   * @returns false when the signal has aborted
   */
  async next(hasWork: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const wait = this.#wait(signal);
      if (await this.#isDue(hasWork)) {
        wait.cancel();
        return true;
      }
      await wait.promise;
    }
    return false;
  }

  /** Says that the block has been made. */
  made(): void {
    this.#lastBlock = performance.now();
    for (const demand of this.#served) demand.resolve();
    this.#served = [];
  }

  /** Says that no more blocks will be made. */
  end(): void {
    this.#hasEnded = true;
    const error = new Error(stopped);
    for (const demand of [...this.#served, ...this.#demands]) demand.reject(error);
    this.#served = [];
    this.#demands = [];
  }

  async #isDue(hasWork: () => Promise<boolean>): Promise<boolean> {
    const demand = this.#demands.shift();
    if (demand !== undefined) {
      this.#served.push(demand);
      return true;
    }
    return this.#untilInterval() === 0 || (this.trigger.onTransaction && (await hasWork()));
  }

  /** Milliseconds until the interval has passed. */
  #untilInterval(): number {
    const { intervalMs } = this.trigger;
    if (intervalMs === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#lastBlock + intervalMs - performance.now());
  }

  /** Begins to wait before the question is asked, so that nothing that comes meanwhile is missed. */
  #wait(signal: AbortSignal): { readonly promise: Promise<void>; cancel(): void } {
    const woken = Promise.withResolvers<void>();
    const delay = this.#untilInterval();
    const timer = Number.isFinite(delay) ? setTimeout(woken.resolve, delay) : undefined;
    this.#wake = woken.resolve;
    signal.addEventListener("abort", this.#wake);
    const cancel = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", woken.resolve as () => void);
    };
    return { promise: woken.promise.finally(cancel), cancel };
  }
}
