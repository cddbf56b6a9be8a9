import type { LedgerSummary, TableIndexReader } from "@ledger/state-store";
import type { IndexHead } from "./index-head.ts";

/** The index of a ledger, and what brings it up to the ledger. */
export interface IndexSource {
  readonly index: TableIndexReader;
  /** Milliseconds that a question waits for the index before it is answered as of an earlier version; no limit when absent. */
  readonly patience?: number | undefined;
  /** Rows that one question may look at. */
  readonly mostRowsSeen: number;
  /**
   * Takes a picture of the index that is as of a version, at least, or of the newest there is.
   *
   * @throws IndexUnavailable
   */
  bringTo(ledger: LedgerSummary): Promise<IndexHead>;
}

/** There is no index to answer from, or not yet. The text is for the one who asks. */
export class IndexUnavailable extends Error {
  override readonly name = "IndexUnavailable";
  /** `behind` where it is not at the ledger's head yet. */
  readonly reason: "absent" | "behind";

  constructor(message: string, reason: "absent" | "behind" = "behind") {
    super(message);
    this.reason = reason;
  }
}
