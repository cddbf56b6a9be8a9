import type { LedgerReader, LedgerSummary } from "@ledger/state-store";

/** How long and how often is looked for a version. */
export interface WaitLimits {
  /** Longest wait of a request, milliseconds. */
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

  constructor(reader: LedgerReader, limits: WaitLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  /** @returns the ledger once it has the version; `undefined` when that took too long */
  await(version: bigint): Promise<LedgerSummary | undefined> {
    if (this.#waiting.length >= this.#limits.most) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<LedgerSummary | undefined>();
    this.#waiting.push({ version, end: performance.now() + this.#limits.longest, resolve });
    this.#timer ??= setTimeout(() => void this.#look(), this.#limits.interval);
    return promise;
  }

  /** Answers those who wait, in vain. */
  close(): void {
    clearTimeout(this.#timer);
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  async #look(): Promise<void> {
    let ledger: LedgerSummary | undefined;
    try {
      ledger = await this.#reader.summary();
    } catch {
      // A store that does not answer now has no version to offer.
    }
    const now = performance.now();
    this.#waiting = this.#waiting.filter(({ version, end, resolve }) => {
      const isThere = ledger !== undefined && ledger.version >= version;
      if (isThere) resolve(ledger);
      else if (now >= end) resolve(undefined);
      return !isThere && now < end;
    });
    this.#timer = this.#waiting.length === 0 ? undefined : setTimeout(() => void this.#look(), this.#limits.interval);
  }
}
