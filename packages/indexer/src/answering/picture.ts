import type { LedgerSummary } from "@ledger/state-store";
import { LruCache } from "@ledger/types";
import { giveWay } from "../ledger/give-way.ts";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import type { RecordView } from "../record/record-view.ts";
import { QueryRefusal } from "./table.ts";

/** Records that one query may read. */
const mostRecords = 10_000;
/** Bytes of the records that one query may read: seconds of decoding, in which others have their turns. */
const mostBytes = 512 * 2 ** 20;
/** Bytes of records that are kept for the rest of a query: several tables have rows of one, each of them of as many as a list has. */
const keptBytes = 8 * 2 ** 20;
/** Bytes that a record counts for besides its own. */
const bytesOfView = 4 * 2 ** 10;

/** The ledger as one query sees it. */
export class LedgerPicture {
  readonly index: LedgerIndex;
  /** The head as of which all answers are. */
  readonly summary: LedgerSummary;
  /** Aborted when nothing waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Entries of the index that may still be counted. */
  countedLeft = mostCountedInAll;
  readonly #kept = new LruCache<bigint, RecordView>(keptBytes);
  #left = mostRecords;
  #bytesLeft = mostBytes;
  #lost: bigint | undefined;
  #rowsLeft: number;

  /**
   * @param signal - ends what reads, when it is aborted
   * @param summary - of the ledger, where no picture of the index is held; then nothing of the index can be read
   */
  constructor(index: LedgerIndex, signal: AbortSignal, summary = index.summary) {
    this.index = index;
    this.summary = summary;
    this.signal = signal;
    this.#rowsLeft = index.mostRowsSeen;
  }

  /** The newest version that was pruned before its rows could be read; `undefined` for none. */
  get lost(): bigint | undefined {
    return this.#lost;
  }

  /** Notes a version that was pruned before its rows could be read. */
  lose(version: bigint): void {
    if (this.#lost === undefined || version > this.#lost) this.#lost = version;
  }

  /**
   * Counts a row that is looked at, whether or not it becomes a row of the answer.
   *
   * @param weight - the rows that it counts for, where it may be much larger than others
   * @throws QueryRefusal beyond the rows that one query may look at; the reason of the signal, once it is aborted
   */
  see(weight = 1): void {
    this.signal.throwIfAborted();
    this.#rowsLeft -= weight;
    if (this.#rowsLeft < 0) throw new QueryRefusal("the query looks at too many rows: name an owner or a key");
  }

  /** @throws QueryRefusal beyond the records that one query may read; the reason of the signal, once it is aborted */
  async read(version: bigint): Promise<RecordView> {
    this.signal.throwIfAborted();
    const known = this.#kept.get(version);
    if (known !== undefined) return known;
    this.#left -= 1;
    if (this.#left < 0) {
      throw new QueryRefusal(`a query may look at ${mostRecords} transactions: name an account, a token or a version`);
    }
    const record = await this.index.readRecord(version);
    this.#bytesLeft -= record.bytes;
    if (this.#bytesLeft < 0) {
      throw new QueryRefusal(
        "the transactions that this query looks at are too large: name an account, a token or a version",
      );
    }
    this.#kept.set(version, record, bytesOfView + record.bytes);
    return record;
  }
}

/** Entries of the index that one field may count: some tenths of a second. */
const mostCounted = 1_000_000;

/** Entries that all fields of a query may count. */
const mostCountedInAll = 20 * mostCounted;

/**
 * Adds up counts of the index.
 *
 * @param counts - each no further than its argument
 * @throws QueryRefusal where there are too many; the reason of the signal, once it is aborted
 */
export async function countIn(
  picture: LedgerPicture,
  counts: readonly ((most: number) => Promise<number>)[],
): Promise<number> {
  let sum = 0;
  for (const count of counts) {
    await giveWay(picture.signal);
    const counted = await count(mostCounted + 1 - sum);
    sum += counted;
    picture.countedLeft -= counted;
    if (sum > mostCounted || picture.countedLeft < 0)
      throw new QueryRefusal(`there are more than ${mostCounted} rows: no more are counted`);
  }
  return sum;
}
