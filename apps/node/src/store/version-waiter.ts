import type { LedgerReader, LedgerSummary } from "@ledger/state-store";

/** How long and how often is looked for a version. */
export interface WaitLimits {
  /** Longest wait of a request that names none, milliseconds; 0 for not at all. */
  readonly longest: number;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Most requests that wait; more are answered at once. */
  readonly most: number;
}

interface Waiting {
  readonly version: bigint;
  readonly end: number;
  readonly resolve: (ledger: LedgerSummary | undefined) => void;
}

/** Lets requests wait for versions that are not there yet. All of them share one look at the store. */
export class VersionWaiter {
  readonly #reader: LedgerReader;
  readonly #limits: WaitLimits;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firstLook: NodeJS.Immediate | undefined;
  #looking = false;
  /** True if something was committed during a look. */
  #isStale = false;

  constructor(reader: LedgerReader, limits: WaitLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  /**
   * @param longest - longest wait, milliseconds; that of the limits when absent
   * @returns the ledger once it has the version; `undefined` when that took too long
   */
  await(version: bigint, longest = this.#limits.longest): Promise<LedgerSummary | undefined> {
    if (longest <= 0 || this.#waiting.length >= this.#limits.most) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<LedgerSummary | undefined>();
    this.#waiting.push({ version, end: performance.now() + longest, resolve });
    // It may have come since the request looked: it is not announced again.
    this.#firstLook ??= setImmediate(() => {
      this.#firstLook = undefined;
      this.wake();
    });
    return promise;
  }

  /** Looks at once: something was committed. */
  wake(): void {
    if (this.#looking) this.#isStale = true;
    else if (this.#waiting.length > 0) void this.#look();
  }

  /** Ends the waiting requests without the version. */
  close(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#firstLook);
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#looking = true;
    do {
      this.#isStale = false;
      let ledger: LedgerSummary | undefined;
      try {
        ledger = await this.#reader.summary();
      } catch {
        // A store that does not answer now has no version to offer.
      }
      this.#answer(ledger);
    } while (this.#isStale);
    this.#looking = false;
    this.#timer = this.#waiting.length === 0 ? undefined : setTimeout(() => void this.#look(), this.#limits.interval);
  }

  #answer(ledger: LedgerSummary | undefined): void {
    const now = performance.now();
    this.#waiting = this.#waiting.filter(({ version, end, resolve }) => {
      const isThere = ledger !== undefined && ledger.version >= version;
      if (isThere) resolve(ledger);
      else if (now >= end) resolve(undefined);
      return !isThere && now < end;
    });
  }
}
