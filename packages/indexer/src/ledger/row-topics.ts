import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { foundBy } from "../tables/current-tables.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";

/** The columns by which the rows of kept tables are found at once. */
const columns: Readonly<Record<string, readonly string[]>> = { ...foundBy, table_types: ["value_type"] };

/** Topic of the rows of a table, or of the transactions with rows of it, that have a value in a column. */
export function topicOf(table: string, column: string, value: string): string {
  return `${table} ${column} ${value}`;
}

/** @returns true if rows of a table are found by a column */
export function isFoundBy(table: string, column: string): boolean {
  return columns[table]?.includes(column) ?? false;
}

/** The topics of a row: its table, and the columns that rows are found by. */
export function rowTopics(table: string, row: Row): string[] {
  const topics = [table];
  for (const column of columns[table] ?? []) topics.push(topicOf(table, column, String(row[column] ?? null)));
  return topics;
}

/** The topics that lead to a transaction: the tables that it has rows of, and the columns that these are found by. */
export function recordTopics(record: RecordView, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const topics = new Set<string>();
  for (const [name, table] of Object.entries<HistoryTable>(historyTables)) {
    if (!wanted.has(name)) continue;
    for (const row of table.rows(record, () => undefined)) {
      topics.add(name);
      for (const column of table.topics) {
        const value = row[column];
        if (typeof value === "string") topics.add(topicOf(name, column, value));
      }
    }
  }
  return topics;
}
