import type { TableLists } from "@ledger/api-core";
import { createLedgerIndex, createTableLists } from "@ledger/indexer/lists";
import type { LedgerReader } from "@ledger/state-store";

/** The lists of a store, from an index in memory. */
export function listsOf(store: LedgerReader): TableLists {
  return createTableLists(createLedgerIndex({ store }));
}
