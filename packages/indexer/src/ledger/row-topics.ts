import type { TopicPlace } from "@ledger/state-store";
import { formatHex } from "@ledger/types";
import { noAccount } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { undecoded } from "../rules/decoders.ts";
import type { KeptOrder, TableShape } from "../tables/column.ts";
import { foundBy } from "../tables/current-tables.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";
import { placeOf } from "./places.ts";
import { keptTables } from "./row-text.ts";

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

/** The same for one of the values of some columns: together with others, that of an account of the system leads to few. */
export function isTopicAmong(value: unknown, columns: readonly string[]): boolean {
  return columns.length > 1 || isTopic(value);
}

/** The topic that leads to the transactions with rows that have a value in a column, and to others where it is no topic of its own. */
export function leadingTopic(table: string, column: string, value: string): string {
  return isTopic(value) ? topicOf(table, column, value) : table;
}

/** The columns by which the rows of a kept table are found at once. */
export function foundColumns(table: string): readonly string[] {
  return columns[table] ?? [];
}

/** @returns true if rows of a table are found by a column */
export function isFoundBy(table: string, column: string): boolean {
  return foundColumns(table).includes(column);
}

/** Topic of the rows of a table, or of the transactions with rows of it, that have a value in each of some columns. */
export function topicOfAll(table: string, columns: readonly string[], values: readonly string[]): string {
  if (columns.length === 1) return topicOf(table, columns[0]!, values[0]!);
  // A value may be any text.
  return topicOf(table, columns.join("+"), JSON.stringify(values));
}

/** Topic of the entries of an order: of all rows of a table, or of those with a value. */
export function orderTopic(table: string, { of = "", by }: KeptOrder, value = ""): string {
  return topicOf(table, `${of} by ${by}`, value);
}

/** Topic of the delegators that have active shares of a pool: so these are counted at once. */
export function activeTopic(pool: string): string {
  return topicOf("current_delegator_balances", "active", pool);
}

/** Topic of the transactions that removed items of tables: of any, or those with a value in a column of `table_items`. */
export function deletedItemsTopic(column?: "table_handle" | "key", value = ""): string {
  return column === undefined ? "table_items deleted" : topicOf("table_items deleted", column, value);
}

/** The entries of a row: its table, the columns that rows are found by, and its places in the orders of its table. */
export function rowTopics(table: string, row: Row): TopicPlace[] {
  const entries: TopicPlace[] = [{ topic: table }];
  for (const column of columns[table] ?? [])
    entries.push({ topic: topicOf(table, column, String(row[column] ?? null)) });
  entries.push(...placesOf(table, keptTables[table]!, row));
  if (table === "current_delegator_balances" && isActiveShare(row))
    entries.push({ topic: activeTopic(row.pool_address as string) });
  return entries;
}

/** The places of a row in the orders of its table. A row that lacks the value which the others have in common has none. */
function placesOf(table: string, { orders = [] }: TableShape, row: Row): TopicPlace[] {
  return orders.flatMap((order) => {
    const value = order.of === undefined ? "" : (row[order.of] ?? null);
    return value === null
      ? []
      : [{ topic: orderTopic(table, order, String(value)), place: placeOf(row[order.by] ?? null) }];
  });
}

function isActiveShare({ delegator_address, pool_type, shares }: Row): boolean {
  return pool_type === "active_shares" && shares !== 0n && delegator_address !== noAccount;
}

/** An entry that leads to a transaction, and how many rows it stands for. */
export interface RecordTopic extends TopicPlace {
  readonly count: number;
}

/**
 * The entries that lead to a transaction: the tables that it has rows of, the columns that these are found by, and their places in the orders of
 * their tables.
 */
export function recordTopics(record: RecordView, wanted: ReadonlySet<string>): readonly RecordTopic[] {
  const found = new Map<string, RecordTopic>();
  const add = ({ topic, place = "" }: TopicPlace): void => {
    const name = `${topic}\0${place}`;
    const { count = 0 } = found.get(name) ?? {};
    found.set(name, { topic, place, count: count + 1 });
  };
  for (const [name, table] of Object.entries<HistoryTable>(historyTables)) {
    if (!wanted.has(name) || table.ledBy !== undefined) continue;
    for (const row of table.rows(record, undecoded)) {
      add({ topic: name });
      for (const topic of table.topics) {
        const named = typeof topic === "string" ? [topic] : topic;
        const values = named.map((column) => row[column] ?? null);
        if (values.every((value) => value !== null && isTopicAmong(value, named)))
          add({ topic: topicOfAll(name, named, values.map(String)) });
      }
      for (const place of placesOf(name, table, row)) add(place);
    }
  }
  if (wanted.has("table_items")) for (const topic of deletedItems(record)) add({ topic });
  return [...found.values()];
}

function deletedItems({ items }: RecordView): ReadonlySet<string> {
  const topics = new Set<string>();
  for (const { handle, itemKey, value } of items) {
    if (value !== undefined) continue;
    topics.add(deletedItemsTopic());
    topics.add(deletedItemsTopic("table_handle", handle));
    topics.add(deletedItemsTopic("key", formatHex(itemKey)));
  }
  return topics;
}
