import type { AccumulatorFrontierState } from "@ledger/types";
import {
  AccumulatorFrontier,
  concatBytes,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
} from "@ledger/types";
import { type CheckedPage, checkPage, stateOf } from "./page.ts";
import type { CheckedRecord, CheckOptions } from "./record.ts";

/** Checks records somewhere else than in the thread that commits. */
export interface CheckPool {
  /**
   * Checks records each by itself, like {@link checkRecord}. It may stop before any record, and does before one that
   * is refused or warned of: the caller then checks that one again.
   *
   * @returns the first records, checked; they hold the given ones, not copies
   */
  checkRecords(records: readonly LedgerRecord[], options: CheckOptions): Promise<readonly CheckedRecord[]>;
  /**
   * Counts the roots, from the first on, that an accumulator has after each of its next leaves. It may stop early.
   *
   * @param leaves - hashes one after the other
   * @param roots - as many
   */
  countPageRoots(frontier: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): Promise<number>;
}

/** Pages with fewer records are checked at once: sending them away would take longer. */
const shortestSentPage = 16;

/** Records of a page that a pool has checked, in their place in the accumulator. */
interface PlacedPage {
  readonly before: AccumulatorFrontierState | undefined;
  readonly leaves: readonly HashValue[];
  readonly checked: readonly CheckedRecord[];
  /** The accumulator after all records of the page. */
  readonly after: AccumulatorFrontierState | undefined;
}

/** Checks the pages of one source, in order, each against what the ones before lead to. */
export class PageChecker {
  readonly #options: CheckOptions;
  readonly #pool: CheckPool | undefined;
  /** The accumulator after the pages so far; it is known before they are checked. */
  #frontier: Promise<AccumulatorFrontierState | undefined>;
  #nextVersion: bigint;

  /** @param frontier - the accumulator before `nextVersion`, where it is known */
  constructor(
    nextVersion: bigint,
    frontier: AccumulatorFrontierState | undefined,
    options: CheckOptions,
    pool?: CheckPool,
  ) {
    this.#nextVersion = nextVersion;
    this.#frontier = Promise.resolve(frontier);
    this.#options = options;
    this.#pool = pool;
  }

  /** Checks the next page; those before may still be under way. What follows a refusal may not be taken. */
  check(records: readonly LedgerRecord[]): Promise<CheckedPage> {
    const first = this.#nextVersion;
    this.#nextVersion += BigInt(records.length);
    const before = this.#frontier;
    let checked: Promise<CheckedPage>;
    if (this.#pool === undefined || records.length < shortestSentPage) {
      checked = before.then((frontier) => this.#checkHere(records, first, frontier));
      this.#frontier = checked.then(frontierAfter);
    } else {
      const pool = this.#pool;
      const placed = place(before, records, pool.checkRecords(records, this.#options));
      checked = placed.then((page) => this.#compareRoots(pool, records, first, page));
      this.#frontier = placed.then(({ after }) => after);
    }
    // The caller that takes the page sees the refusal; no later page may come.
    this.#frontier.catch(() => undefined);
    return checked;
  }

  #checkHere(
    records: readonly LedgerRecord[],
    nextVersion: bigint,
    frontier: AccumulatorFrontierState | undefined,
  ): CheckedPage {
    return checkPage({ ...this.#options, records, nextVersion, frontier });
  }

  async #compareRoots(
    pool: CheckPool,
    records: readonly LedgerRecord[],
    first: bigint,
    { before, leaves, checked, after }: PlacedPage,
  ): Promise<CheckedPage> {
    let passed = checked.length;
    const misplaced = records.findIndex(({ version }, i) => version !== first + BigInt(i));
    if (misplaced >= 0) passed = Math.min(passed, misplaced);
    if (before !== undefined) {
      const roots = concatBytes(...records.map(({ accumulatorRoot }) => accumulatorRoot));
      passed = Math.min(passed, await pool.countPageRoots(before, concatBytes(...leaves), roots));
    }
    if (passed === records.length) return { records: checked, refusal: undefined, frontier: after };
    // The fault of the next record is found again here, where it becomes an error with both values.
    const frontier = before && append(before, leaves.slice(0, passed));
    const rest = this.#checkHere(records.slice(passed), first + BigInt(passed), frontier);
    return { ...rest, records: [...checked.slice(0, passed), ...rest.records] };
  }
}

async function place(
  pendingFrontier: Promise<AccumulatorFrontierState | undefined>,
  records: readonly LedgerRecord[],
  pending: Promise<readonly CheckedRecord[]>,
): Promise<PlacedPage> {
  const [before, checked] = await Promise.all([pendingFrontier, pending]);
  // Copies: the accumulator keeps some of them for long, and they must not keep all that came with them.
  const leaves = records.map(({ info }, i) => checked[i]?.infoHash.slice() ?? hashTransactionInfo(info)) as HashValue[];
  if (before === undefined) return { before, leaves, checked, after: undefined };
  const frontier = new AccumulatorFrontier("TransactionAccumulator", before);
  const placed = leaves.map((leaf, i) => {
    frontier.append(leaf);
    const record = checked[i];
    return record?.stateRoot === undefined ? record : { ...record, frontier: stateOf(frontier) };
  });
  return { before, leaves, checked: placed.filter((record) => record !== undefined), after: stateOf(frontier) };
}

function append(before: AccumulatorFrontierState, leaves: readonly HashValue[]): AccumulatorFrontierState {
  const frontier = new AccumulatorFrontier("TransactionAccumulator", before);
  for (const leaf of leaves) frontier.append(leaf);
  return stateOf(frontier);
}

function frontierAfter({ refusal, frontier }: CheckedPage): AccumulatorFrontierState | undefined {
  if (refusal !== undefined) throw refusal;
  return frontier;
}
