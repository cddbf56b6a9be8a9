import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows } from "../row.ts";
import { putAccountsByKey } from "./accounts-by-key.ts";
import { putBalances } from "./balances.ts";
import { putCollections } from "./collections.ts";
import { putDelegations } from "./delegations.ts";
import { type FindItemTypes, putLegacyTokens } from "./legacy-tokens.ts";
import { putMetadata } from "./metadata.ts";
import { putNames } from "./names.ts";
import { putObjects } from "./objects.ts";
import { putTokens } from "./tokens.ts";

/**
 * Brings the rows of current tables up to a transaction. Transactions come in the order of their versions.
 *
 * @param findTypes - of tables whose items the transaction wrote; tokens of the first kind are such items
 */
export function putCurrentRows(record: RecordView, findTypes: FindItemTypes, rows: CurrentRows): void {
  putAssets(record, rows);
  putDelegations(record, rows, true);
  putNames(record, rows);
  // Tokens that are made without a user, as in genesis, are not looked at.
  if (record.request === undefined) return;
  putAllTokens(record, findTypes, rows);
  putAccountsByKey(record, rows);
}

/** Puts the rows that follow from a value of the state, see `openStateEntry`, by which transaction it may have been written. */
export function putStateRows(entry: RecordView, findTypes: FindItemTypes, rows: CurrentRows): void {
  putAssets(entry, rows);
  putDelegations(entry, rows, false);
  putNames(entry, rows);
  putAllTokens(entry, findTypes, rows);
}

function putAssets(record: RecordView, rows: CurrentRows): void {
  putBalances(record, rows);
  putMetadata(record, rows);
  putObjects(record, rows);
}

function putAllTokens(record: RecordView, findTypes: FindItemTypes, rows: CurrentRows): void {
  putCollections(record, rows);
  putTokens(record, rows);
  putLegacyTokens(record, findTypes, rows);
}
