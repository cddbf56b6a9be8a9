/** Good pages after which a reduced page size is tried larger again. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.9 | Specification, ingest 5.9} */
const goodPages = 10;

/**
 * How many records to ask for: starts at the usual maximum of upstreams, halves when a page was too much, doubles after ten
 * good ones, up to what the upstream was seen to give.
 */
export class PageSize {
  #limit: number;
  #maximum: number;
  #good = 0;

  /**
   * @param first - records per page to start with
   * @param maximum - not to exceed, whatever the upstream gives
   */
  constructor(first: number, maximum = first) {
    this.#limit = first;
    this.#maximum = maximum;
  }

  get limit(): number {
    return this.#limit;
  }

  /** A page arrived that was as long as asked. */
  grow(): void {
    this.#good += 1;
    if (this.#good < goodPages) return;
    this.#good = 0;
    this.#limit = Math.min(this.#limit * 2, this.#maximum);
  }

  /** A page of `asked` records was too large, or took too long. */
  shrink(asked: number): void {
    this.#good = 0;
    this.#limit = Math.min(this.#limit, Math.max(1, Math.floor(asked / 2)));
  }

  /** The upstream gives at most `records` per page, although it has more. */
  learnMaximum(records: number): void {
    this.#maximum = Math.max(1, Math.min(this.#maximum, records));
    this.#limit = Math.min(this.#limit, this.#maximum);
  }
}
