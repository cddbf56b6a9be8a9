import type { LedgerReader } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import type { TransactionLog } from "./transaction-log.ts";

/** Records that are read at a time. */
const pageSize = 100;

/** Most records that are read for one look: what a burst made before that is not in the log. */
const mostRecords = 5_000n;

/** Hands the records of a stored ledger to its log, as they come. */
export class StoreFollower {
  readonly #reader: LedgerReader;
  readonly #transactions: TransactionLog;
  #next: bigint;
  #isReading = false;

  private constructor(reader: LedgerReader, transactions: TransactionLog, next: bigint) {
    this.#reader = reader;
    this.#transactions = transactions;
    this.#next = next;
  }

  /** Begins after what is stored. */
  static async open(reader: LedgerReader, transactions: TransactionLog): Promise<StoreFollower> {
    const summary = await reader.summary();
    return new StoreFollower(reader, transactions, summary === undefined ? 0n : summary.version + 1n);
  }

  /** Says that something was committed. */
  note(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const done = (): void => {
      this.#isReading = false;
    };
    // A failure to read the head concerns the log only: the next commit tries again.
    this.#read().then(done, done);
  }

  async #read(): Promise<void> {
    for (;;) {
      const head = (await this.#reader.summary())?.version ?? -1n;
      if (this.#next > head) return;
      if (head - this.#next > mostRecords) this.#next = head - mostRecords;
      const count = Number(head - this.#next) + 1;
      const records = await this.#page(Math.min(count, pageSize));
      this.#transactions.add(records);
      this.#next = records.length === 0 ? head + 1n : this.#next + BigInt(records.length);
    }
  }

  /** @returns none where they cannot be read, for one because they were pruned */
  async #page(count: number): Promise<readonly LedgerRecord[]> {
    try {
      return await this.#reader.listRecords(this.#next, count);
    } catch {
      return [];
    }
  }
}
