import { formatHex } from "@ledger/types";
import { noAccount } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { undecoded } from "../rules/decoders.ts";
import { foundBy } from "../tables/current-tables.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";

/** The columns by which the rows of kept tables are found at once. */
const columns: Readonly<Record<string, readonly string[]>> = {
  ...foundBy,
  table_types: ["value_type"],
  delegation_tables: ["kind"],
};

/** Topic of the rows of a table, or of the transactions with rows of it, that have a value in a column. */
export function topicOf(table: string, column: string, value: string): string {
  return `${table} ${column} ${value}`;
}

/** Accounts of the system, which so many transactions touch that a list of these leads nowhere. */
const systemAccounts: ReadonlySet<string> = new Set(
  ["0", "1", "3", "4", "a"].map((end) => `0x${end.padStart(64, "0")}`),
);

/** @returns false for a value whose transactions are not remembered: all of the table are looked at */
export function isTopic(value: unknown): boolean {
  return typeof value !== "string" || !systemAccounts.has(value);
}

/** The topic that leads to the transactions with rows that have a value in a column, and to others where it is no topic of its own. */
export function leadingTopic(table: string, column: string, value: string): string {
  return isTopic(value) ? topicOf(table, column, value) : table;
}

/** @returns true if rows of a table are found by a column */
export function isFoundBy(table: string, column: string): boolean {
  return columns[table]?.includes(column) ?? false;
}

/** Most bits that an amount has: two of 64. */
export const mostMagnitude = 65;

/** Topic of the balances of an asset whose amounts have a number of bits: so the largest are found first. */
export function heldTopic(asset: string, bits: number): string {
  return topicOf("current_fungible_asset_balances", "held", `${asset} ${bits}`);
}

/** Topic of the delegators that have active shares of a pool: so these are counted at once. */
export function activeTopic(pool: string): string {
  return topicOf("current_delegator_balances", "active", pool);
}

/** Topic of the transactions that removed items of tables: of any, or those with a value in a column of `table_items`. */
export function deletedItemsTopic(column?: "table_handle" | "key", value = ""): string {
  return column === undefined ? "table_items deleted" : topicOf("table_items deleted", column, value);
}

/** The topics of a row: its table, and the columns that rows are found by. */
export function rowTopics(table: string, row: Row): string[] {
  const topics = [table];
  for (const column of columns[table] ?? []) topics.push(topicOf(table, column, String(row[column] ?? null)));
  if (table === "current_fungible_asset_balances" && (row.amount as bigint) > 0n) {
    topics.push(heldTopic(row.asset_type as string, (row.amount as bigint).toString(2).length));
  }
  if (table === "current_delegator_balances" && isActiveShare(row))
    topics.push(activeTopic(row.pool_address as string));
  return topics;
}

function isActiveShare({ delegator_address, pool_type, shares }: Row): boolean {
  return pool_type === "active_shares" && shares !== 0n && delegator_address !== noAccount;
}

/** The topics that lead to a transaction: the tables that it has rows of, and the columns that these are found by. */
export function recordTopics(record: RecordView, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const topics = new Set<string>();
  for (const [name, table] of Object.entries<HistoryTable>(historyTables)) {
    if (!wanted.has(name) || table.ledBy !== undefined) continue;
    for (const row of table.rows(record, undecoded)) {
      topics.add(name);
      for (const column of table.topics) {
        const value = row[column];
        if (!isTopic(value)) continue;
        if (typeof value === "string" || typeof value === "bigint") topics.add(topicOf(name, column, `${value}`));
      }
    }
  }
  if (wanted.has("table_items")) addDeletedItems(record, topics);
  return topics;
}

function addDeletedItems({ items }: RecordView, topics: Set<string>): void {
  for (const { handle, itemKey, value } of items) {
    if (value !== undefined) continue;
    topics.add(deletedItemsTopic());
    topics.add(deletedItemsTopic("table_handle", handle));
    topics.add(deletedItemsTopic("key", formatHex(itemKey)));
  }
}
