import type { FetchedPage } from "./fetch-records.ts";

/** The means of a prefetch. */
export interface PrefetchOptions {
  /** First version wanted. */
  readonly from: bigint;
  /** Most requests in flight. */
  readonly parallel: number;
  /** Bytes of pages under way or waiting; requests stop when they are used up, but one is always made. */
  readonly bufferBytes: number;
  /** Records to ask for now. */
  readonly limit: () => number;
  /** Latest version known to exist. */
  readonly head: () => bigint | undefined;
  /** Fetches a page; `undefined` when there is nothing at `start` yet. */
  readonly fetch: (start: bigint, limit: number) => Promise<FetchedPage | undefined>;
}

/** A range that was asked for. */
interface Slot {
  readonly start: bigint;
  readonly limit: number;
  readonly page: Promise<FetchedPage | undefined>;
  /** Bytes reserved for it: an estimate until the page is here. */
  bytes: number;
}

/** The assumed size of a page before any was seen: a hundred records of a few kilobytes. */
const firstEstimateBytesPerRecord = 4096;

/** Keeps requests for consecutive ranges in flight and hands their pages out in version order. */
export class Prefetch {
  readonly #options: PrefetchOptions;
  readonly #slots: Slot[] = [];
  #next: bigint;
  #reserved = 0;
  #bytesPerRecord = firstEstimateBytesPerRecord;

  constructor(options: PrefetchOptions) {
    this.#options = options;
    this.#next = options.from;
  }

  /** True if everything that is known to exist was handed out. */
  get atHead(): boolean {
    const head = this.#options.head();
    return this.#slots.length === 0 && (head === undefined || this.#next > head);
  }

  /**
   * The next page in version order.
   *
   * @returns `undefined` when there is none yet
   * @throws what fetching it throws
   */
  async next(): Promise<FetchedPage | undefined> {
    this.#fill();
    const slot = this.#slots.shift()!;
    const page = await slot.page;
    this.#reserved -= slot.bytes;
    if (page === undefined) {
      // The head moved back below a range that was asked for ahead of time: ask again from here.
      this.#drop(slot.start);
      return undefined;
    }
    const count = page.records.length;
    this.#bytesPerRecord = (this.#bytesPerRecord * 3 + page.byteLength / count) / 4;
    if (count < slot.limit) this.#fetchRest(slot, count, page);
    this.#fill();
    return page;
  }

  /** Asks for as many ranges as the bounds allow; always for at least one, and for more only where records exist. */
  #fill(): void {
    const { parallel, bufferBytes, head } = this.#options;
    while (this.#slots.length < parallel) {
      if (this.#slots.length > 0) {
        if (this.#next > (head() ?? -1n) || this.#reserved >= bufferBytes) return;
      }
      const limit = this.#options.limit();
      this.#slots.push(this.#ask(this.#next, limit));
      this.#next += BigInt(limit);
    }
  }

  #ask(start: bigint, limit: number): Slot {
    const bytes = limit * this.#bytesPerRecord;
    this.#reserved += bytes;
    const slot: Slot = { start, limit, bytes, page: this.#options.fetch(start, limit) };
    slot.page.then(
      (page) => {
        if (page === undefined) return;
        this.#reserved += page.byteLength - slot.bytes;
        slot.bytes = page.byteLength;
      },
      // The caller that takes the slot sees the error; the error of a dropped slot is not needed.
      () => undefined,
    );
    return slot;
  }

  /** A page came shorter than asked: what is missing of its range comes next, unless that is beyond the head. */
  #fetchRest(slot: Slot, count: number, page: FetchedPage): void {
    const start = slot.start + BigInt(count);
    const head = this.#options.head();
    if (this.#slots.length === 0 && (head === undefined || start > head)) {
      this.#next = start;
      return;
    }
    if (count < page.asked && head !== undefined && start + BigInt(page.asked) < head) {
      page.upstream.pageSize.learnMaximum(count);
    }
    this.#slots.unshift(this.#ask(start, slot.limit - count));
  }

  #drop(next: bigint): void {
    for (const { bytes } of this.#slots) this.#reserved -= bytes;
    this.#slots.length = 0;
    this.#next = next;
  }
}
