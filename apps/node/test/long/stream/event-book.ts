interface ListedTransaction {
  readonly version: string;
  readonly events?: readonly unknown[];
}

/**
 * What follows what: every pair of places that a reader has had one after the other is compared with the records. A reader whose pairs are
 * all right has had each event once.
 */
export class EventBook {
  /** Version to begin at. */
  oldest = 0n;
  /** The place after each place, by the records that were read before they were pruned. */
  readonly #after = new Map<string, string>();
  /** Versions whose records were read. */
  #next = 0n;
  #last: string | undefined;
  /** Pairs that readers have had, and which the records do not tell of yet. */
  readonly #unchecked = new Map<string, string>();
  readonly #problems: string[] = [];
  #checked = 0;

  /** Notes that a reader had a place after another one. */
  note(previous: string | undefined, place: string): void {
    if (previous === undefined) return;
    const right = this.#after.get(previous);
    if (right === undefined) {
      const known = this.#unchecked.get(previous);
      if (known !== undefined && known !== place) this.#fail(previous, place, known);
      this.#unchecked.set(previous, place);
    } else if (right === place) this.#checked++;
    else this.#fail(previous, place, right);
  }

  /** Reads the records that have come since. */
  async learn(url: string): Promise<void> {
    for (;;) {
      const response = await fetch(`${url}/v1/transactions?start=${this.#next}&limit=100`);
      const page = (await response.json()) as readonly ListedTransaction[];
      // Nothing has come since the last full page.
      if (response.headers.get("x-aptos-ledger-version") === `${this.#next - 1n}`) return;
      if (response.status !== 200) throw new Error(`${response.status} for transactions from ${this.#next}`);
      if (page.length === 0) return;
      for (const { version, events = [] } of page) for (const i of events.keys()) this.#add(`${version}.${i}`);
      this.#next += BigInt(page.length);
    }
  }

  /** Everything that was wrong; also that the records do not tell of a pair. */
  problems(): readonly string[] {
    for (const [previous, place] of this.#unchecked) this.#problems.push(`${place} came after ${previous}: unknown`);
    if (this.#checked === 0) this.#problems.push("nothing was compared");
    return this.#problems;
  }

  #add(place: string): void {
    const previous = this.#last;
    this.#last = place;
    if (previous === undefined) return;
    this.#after.set(previous, place);
    const noted = this.#unchecked.get(previous);
    if (noted === undefined) return;
    this.#unchecked.delete(previous);
    this.note(previous, noted);
  }

  #fail(previous: string, place: string, right: string): void {
    if (this.#problems.length < 100) this.#problems.push(`${place} came after ${previous} in place of ${right}`);
  }
}
