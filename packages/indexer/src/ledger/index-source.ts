import type { LedgerSummary, TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import type { IndexHead } from "./index-head.ts";

/** The index of a ledger, and what brings it up to the ledger. */
export interface IndexSource {
  readonly index: TableIndexReader;
  /** Rows that one question may look at. */
  readonly mostRowsSeen: number;
  /**
   * Takes a picture of the index that is as of a version, at least, or of the newest there is within the {@link patience}. It replaces
   * the one before.
   *
   * @throws IndexUnavailable
   */
  bringTo(ledger: LedgerSummary): Promise<IndexHead>;
  /** Lets go of the picture. */
  release(): Awaitable<void>;
  /** Says that something was committed; absent where somebody else keeps the index. */
  noteCommit?(): void;
}

/** Milliseconds that a question waits for an index that follows the ledger: it is behind by one commit at most, as a rule. */
export const patience = 2_000;

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

/** The refusal while an index is behind the ledger for longer than a question waits. */
export function stillBuilt(head: IndexHead | undefined, { version }: LedgerSummary): IndexUnavailable {
  const at = head?.state === undefined ? `it is at version ${head?.next ?? 0}` : "it reads the state";
  return new IndexUnavailable(`the index of tables is being built: ${at}, the ledger at ${version}`);
}
