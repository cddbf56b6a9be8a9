import type { AccumulatorFrontierState } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import { advanceFrontier, type CheckedPage, checkPage, type UncheckedPage } from "./check-page.ts";
import type { CheckOptions } from "./check-record.ts";

/** Checks pages somewhere else than in the thread that commits. */
export interface CheckPool {
  /**
   * Checks a page like {@link checkPage}. It may stop early, in front of any record: whoever asked then checks the rest.
   *
   * @returns the records that were checked and passed; the given ones, not copies
   */
  check(page: UncheckedPage): Promise<CheckedPage["records"]>;
}

/** Pages with fewer records are checked at once: sending them away would take longer. */
const SHORTEST_SENT_PAGE = 16;

/** Checks the pages of one source, in order, each against what the ones before lead to. */
export class PageChecks {
  readonly #options: CheckOptions;
  readonly #pool: CheckPool | undefined;
  #frontier: AccumulatorFrontierState | undefined;
  #nextVersion: bigint;

  /** @param frontier - the accumulator in front of `nextVersion`, where it is known */
  constructor(
    nextVersion: bigint,
    frontier: AccumulatorFrontierState | undefined,
    options: CheckOptions,
    pool?: CheckPool,
  ) {
    this.#nextVersion = nextVersion;
    this.#frontier = frontier;
    this.#options = options;
    this.#pool = pool;
  }

  /** Checks the next page; those before may still be under way. After a refusal the object is spent. */
  async check(records: readonly LedgerRecord[]): Promise<CheckedPage> {
    const page = { ...this.#options, records, nextVersion: this.#nextVersion, frontier: this.#frontier };
    this.#nextVersion += BigInt(records.length);
    if (this.#pool === undefined || records.length < SHORTEST_SENT_PAGE) {
      const checked = checkPage(page);
      this.#frontier = checked.frontier;
      return checked;
    }
    // Where the page leads to follows from its infos alone, so the next one need not wait for this one's check.
    const frontier = advanceFrontier(page.frontier, records);
    this.#frontier = frontier;
    const passed = await this.#pool.check(page);
    if (passed.length === records.length) return { records: passed, refusal: undefined, frontier };
    const rest = checkPage({
      ...page,
      records: records.slice(passed.length),
      nextVersion: page.nextVersion + BigInt(passed.length),
      frontier: advanceFrontier(page.frontier, records.slice(0, passed.length)),
    });
    return { ...rest, records: [...passed, ...rest.records] };
  }
}
