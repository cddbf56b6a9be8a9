import type { Row } from "../row.ts";
import type { TableShape } from "../tables/column.ts";
import { currentTables } from "../tables/current-tables.ts";
import type { LedgerPicture } from "./picture.ts";
import { type CurrentTable, type FixedValues, QueryRefusal } from "./table.ts";

/** The rows of a current table that a question may ask for. */
export function currentRows({ index }: LedgerPicture, table: string, fixed: FixedValues): Iterable<Row> {
  if (!index.knowsState) {
    throw new QueryRefusal(
      `'${table}' is not known: this ledger begins at version ${index.summary.base?.version} with a part of its state`,
    );
  }
  const { rows } = index;
  for (const [column, values] of fixed) {
    if (rows.isIndexed(table, column)) return values.flatMap((value) => [...rows.listBy(table, column, value)]);
  }
  return rows.list(table);
}

function answer(name: string, shape: TableShape): CurrentTable<LedgerPicture> {
  return { ...shape, rows: (picture, fixed) => currentRows(picture, name, fixed) };
}

/** The tables of what is now. */
export const currentAnswers: Readonly<Record<string, CurrentTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<TableShape>(currentTables).map(([name, shape]) => [name, answer(name, shape)]),
);
