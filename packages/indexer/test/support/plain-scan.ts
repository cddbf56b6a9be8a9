import type { LedgerRecord } from "@ledger/types";
import { MemoryRows } from "../../src/current-rows.ts";
import { openRecord } from "../../src/record/record-view.ts";
import type { Row, Value } from "../../src/row.ts";
import { undecoded } from "../../src/rules/decoders.ts";
import { putCurrentRows } from "../../src/rules/put-current.ts";
import { currentTables, foundBy } from "../../src/tables/current-tables.ts";
import { type HistoryTable, historyTables } from "../../src/tables/history-tables.ts";

/** Rows of all tables by going through all records, with nothing remembered but the rows. */
export function scanRecords(blocks: readonly (readonly LedgerRecord[])[], timeOf: (block: number) => bigint) {
  const current = new MemoryRows();
  const history = new Map<string, Row[]>();
  for (const [height, records] of blocks.entries()) {
    for (const record of records) {
      const view = openRecord(record, { blockHeight: BigInt(height), epoch: 0n, timestampUsecs: timeOf(height) });
      putCurrentRows(view, () => undefined, current);
      for (const [name, table] of Object.entries<HistoryTable>(historyTables)) {
        const rows = history.get(name) ?? [];
        rows.push(...table.rows(view, undecoded));
        history.set(name, rows);
      }
    }
  }
  const tables: ReadonlyMap<string, readonly Row[]> = new Map<string, readonly Row[]>([
    ...Object.keys(currentTables).map((name) => [name, [...current.list(name)]] as const),
    ...history,
  ]);
  return tables;
}

/** A question for rows of a table that have a value in a column. */
export interface PlainQuestion {
  readonly table: string;
  readonly column: string;
  readonly value: Value;
}

/** All questions that rows answer, by the columns that rows are found by. */
export function questionsOf(tables: ReadonlyMap<string, readonly Row[]>): PlainQuestion[] {
  const columns: Readonly<Record<string, readonly string[]>> = {
    ...foundBy,
    ...Object.fromEntries(
      Object.entries<HistoryTable>(historyTables).map(([name, { topics, version }]) => [
        name,
        [...topics.filter((topic) => typeof topic === "string"), version],
      ]),
    ),
  };
  const questions = new Map<string, PlainQuestion>();
  for (const [table, rows] of tables) {
    for (const column of columns[table] ?? []) {
      for (const row of rows) {
        const value = row[column] ?? null;
        if (value !== null) questions.set(`${table} ${column} ${String(value)}`, { table, column, value });
      }
    }
  }
  return [...questions.values()];
}
