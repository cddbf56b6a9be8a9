import { LruCache } from "@ledger/move";
import type { LedgerSummary } from "@ledger/state-store";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import type { RecordView } from "../record/record-view.ts";
import { QueryRefusal } from "./table.ts";

/** Records that one query may read. */
const mostRecords = 10_000;
/** Records that are kept for the rest of a query: several tables tell of one. */
const keptRecords = 200;

/** The ledger as one query sees it. */
export class LedgerPicture {
  readonly index: LedgerIndex;
  readonly #kept = new LruCache<bigint, RecordView>(keptRecords);
  #left = mostRecords;

  constructor(index: LedgerIndex) {
    this.index = index;
  }

  /** The head as of which all answers are. */
  get summary(): LedgerSummary {
    return this.index.summary;
  }

  /** @throws QueryRefusal beyond the records that one query may read */
  async read(version: bigint): Promise<RecordView> {
    const known = this.#kept.get(version);
    if (known !== undefined) return known;
    this.#left -= 1;
    if (this.#left < 0) {
      throw new QueryRefusal(`a query may look at ${mostRecords} transactions: name an account, a token or a version`);
    }
    const record = await this.index.records.read(version);
    this.#kept.set(version, record);
    return record;
  }
}
