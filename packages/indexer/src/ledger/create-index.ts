import type { LedgerReader, TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { FollowedIndex } from "./followed-index.ts";
import { keptIndex } from "./kept-index.ts";
import { LedgerIndex } from "./ledger-index.ts";

export type { LedgerIndex } from "./ledger-index.ts";

/** The store that questions are answered from. */
export interface LedgerIndexOptions {
  readonly store: LedgerReader;
  /**
   * Opens an index of the ledger's tables that somebody else keeps; `undefined` while there is none. When this is absent, an index
   * in memory follows the ledger from the first question on, or from the hundredth commit that {@link LedgerIndex.noteCommit} notes.
   */
  readonly openIndex?: (() => Awaitable<TableIndexReader | undefined>) | undefined;
  /** Opens the index of what was committed last, which is answered from while that of all history is built; `undefined` while there is none. */
  readonly openRecent?: (() => Awaitable<TableIndexReader | undefined>) | undefined;
}

/** Makes what questions are answered from: several kinds of them may share it. */
export function createLedgerIndex({ store, openIndex, openRecent }: LedgerIndexOptions): LedgerIndex {
  return new LedgerIndex(
    store,
    openIndex === undefined ? new FollowedIndex(store) : keptIndex(store, openIndex, openRecent),
  );
}
