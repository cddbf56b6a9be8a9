import {
  accountTransactions,
  fungibleAssetActivities,
  MemoryRows,
  noteCoin,
  openRecord,
  putCurrentRows,
  putTableItems,
  type Row,
  tableItems,
  tokenActivities,
} from "../../src/index.ts";
import { type OpenedVector, readCoin } from "./vector-record.ts";

/** Rows by table. */
export interface MadeRows {
  get(table: string): readonly Row[];
}

/**
 * The product's rows of records, begun with nothing.
 *
 * @param coins - types of coins that are known before
 */
export function rowsOf(records: readonly OpenedVector[], coins: readonly string[]): MadeRows {
  const current = new MemoryRows();
  for (const coin of coins) noteCoin({ type: coin, tag: readCoin(coin) }, current);
  const history = new Map<string, Row[]>();
  const add = (table: string, rows: readonly Row[]): void => {
    history.set(table, [...(history.get(table) ?? []), ...rows]);
  };
  const ascending = [...records].sort((a, b) => Number(a.record.version - b.record.version));
  for (const { record, place, findTypes, decode } of ascending) {
    const view = openRecord(record, place);
    putCurrentRows(view, findTypes, current);
    putTableItems(view, decode, current);
    add("account_transactions", accountTransactions(view));
    add("fungible_asset_activities", fungibleAssetActivities(view));
    add("token_activities_v2", tokenActivities(view));
    add("table_items", tableItems(view, decode));
  }
  return { get: (table) => history.get(table) ?? [...current.list(table)] };
}
