import { isFoundBy } from "../ledger/row-topics.ts";
import type { Row } from "../row.ts";
import type { TableShape } from "../tables/column.ts";
import { currentTables } from "../tables/current-tables.ts";
import type { LedgerPicture } from "./picture.ts";
import { type CurrentTable, type FixedValues, QueryRefusal } from "./table.ts";

/** Rows of one value of a column that are counted before the column with fewer is chosen. */
const mostCounted = 1_000;

/** The rows of a current table that a question may ask for, each of which counts as seen. */
export async function* currentRows(picture: LedgerPicture, table: string, fixed: FixedValues): AsyncGenerator<Row> {
  const { index, signal } = picture;
  if (!index.knowsState) {
    throw new QueryRefusal(
      `'${table}' is not known: this ledger begins at version ${index.summary.base?.version} with a part of its state`,
      "absent",
    );
  }
  if (!index.has(table)) throw new QueryRefusal(`'${table}' is not in the index of this node (--index)`, "absent");
  const column = await chooseColumn(picture, table, fixed);
  const found = column === undefined ? undefined : { column, values: fixed.get(column)! };
  for await (const row of index.rows(table, found, signal)) {
    picture.see();
    yield row;
  }
}

/** The column whose values the fewest rows have, of those by which rows are found. */
async function chooseColumn(
  { index, signal }: LedgerPicture,
  table: string,
  fixed: FixedValues,
): Promise<string | undefined> {
  const columns = [...fixed.keys()].filter((column) => isFoundBy(table, column));
  if (columns.length < 2) return columns[0];
  let fewest = { column: columns[0]!, count: Number.POSITIVE_INFINITY };
  for (const column of columns) {
    let count = 0;
    for (const value of fixed.get(column)!) {
      signal.throwIfAborted();
      count += await index.countRows(table, column, value, mostCounted);
    }
    if (count < fewest.count) fewest = { column, count };
  }
  return fewest.column;
}

function answer(name: string, shape: TableShape): CurrentTable<LedgerPicture> {
  return { ...shape, rows: (picture, fixed) => currentRows(picture, name, fixed) };
}

/** The tables of what is now. */
export const currentAnswers: Readonly<Record<string, CurrentTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<TableShape>(currentTables).map(([name, shape]) => [name, answer(name, shape)]),
);
