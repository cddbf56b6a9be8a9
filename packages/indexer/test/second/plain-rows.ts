import { newCoins, plainAssetActivities, putPlainBalances, putPlainMetadata } from "./plain-assets.ts";
import { plainAccountTransactions, putPlainObjects } from "./plain-objects.ts";
import type { PlainRecord, PlainRow, PlainTables } from "./plain-record.ts";
import { plainTokenActivities, putPlainTokens } from "./plain-tokens.ts";

/**
 * Rows of the tables that follow from assets, tokens and objects, by a second program that was written from the rules of the sheet
 * and the published rows of the vectors only, before its author had read the product's.
 *
 * @param records - ascending by version
 */
export function plainRows(
  records: readonly PlainRecord[],
  coinTypes: readonly string[],
): Map<string, readonly PlainRow[]> {
  const tables: PlainTables = new Map();
  const coins = newCoins(coinTypes);
  const activities: PlainRow[] = [];
  const tokenActivities: PlainRow[] = [];
  const touched: PlainRow[] = [];
  for (const record of records) {
    putPlainBalances(record, coins, tables);
    putPlainMetadata(record, tables);
    putPlainObjects(record, tables);
    putPlainTokens(record, tables);
    activities.push(...plainAssetActivities(record));
    tokenActivities.push(...plainTokenActivities(record));
    touched.push(...plainAccountTransactions(record));
  }
  return new Map<string, readonly PlainRow[]>([
    ...[...tables].map(([table, rows]) => [table, [...rows.values()]] as const),
    ["fungible_asset_activities", activities],
    ["token_activities_v2", tokenActivities],
    ["account_transactions", touched],
  ]);
}
