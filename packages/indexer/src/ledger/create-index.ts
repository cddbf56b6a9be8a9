import type { LedgerReader, TableIndexReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { keptIndex } from "./kept-index.ts";
import { LedgerIndex } from "./ledger-index.ts";
import { ownIndex } from "./own-index.ts";

export type { LedgerIndex } from "./ledger-index.ts";

/** The store that questions are answered from. */
export interface LedgerIndexOptions {
  readonly store: LedgerReader;
  /**
   * Opens an index of the ledger's tables that somebody else keeps; `undefined` while there is none. When this is absent, an index
   * is built in memory with the first question.
   */
  readonly openIndex?: (() => Awaitable<TableIndexReader | undefined>) | undefined;
}

/** Makes what questions are answered from: several kinds of them may share it. */
export function createLedgerIndex({ store, openIndex }: LedgerIndexOptions): LedgerIndex {
  return new LedgerIndex(store, openIndex === undefined ? ownIndex(store) : keptIndex(store, openIndex));
}
