import { giveWay } from "../ledger/give-way.ts";
import { isFoundBy, topicOf } from "../ledger/row-topics.ts";
import type { Row } from "../row.ts";
import type { TableShape } from "../tables/column.ts";
import { currentTables } from "../tables/current-tables.ts";
import { countIn, type LedgerPicture } from "./picture.ts";
import { type CurrentTable, type FixedValues, QueryRefusal } from "./table.ts";

/** Rows of one value of a column that are counted before the column with fewer is chosen. */
const mostCounted = 1_000;

/** The rows of a current table that a question may ask for, each of which counts as seen. */
export async function* currentRows(picture: LedgerPicture, table: string, fixed: FixedValues): AsyncGenerator<Row> {
  const { index, signal } = picture;
  needRows(picture, table);
  const column = await chooseColumn(picture, table, fixed);
  const found = column === undefined ? undefined : { column, values: fixed.get(column)! };
  for await (const row of index.rows(table, found, signal)) {
    const turn = giveWay(signal);
    if (turn !== undefined) await turn;
    picture.see();
    yield row;
  }
}

/**
 * @param kept - the table of the index that the rows are found by
 * @throws QueryRefusal where the rows of a table are not known
 */
export function needRows({ index }: LedgerPicture, table: string, kept = table): void {
  if (!index.knowsState) {
    throw new QueryRefusal(
      `'${table}' is not known: this ledger begins at version ${index.summary.base?.version} with a part of its state`,
      "absent",
    );
  }
  if (!index.has(kept)) throw new QueryRefusal(`'${table}' is not in the index of this node (--index)`, "absent");
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
      await giveWay(signal);
      count += await index.countRows(topicOf(table, column, String(value)), mostCounted);
    }
    if (count < fewest.count) fewest = { column, count };
  }
  return fewest.column;
}

/** Counts the rows of a table, all or those with values in one column, by the entries of the index. */
async function countCurrent(picture: LedgerPicture, table: string, exact: FixedValues): Promise<number | undefined> {
  needRows(picture, table);
  const [[column, values] = [], ...others] = [...exact];
  if (others.length > 0) return undefined;
  const { index } = picture;
  if (column === undefined) return countIn(picture, [(most) => index.countRows(table, most)]);
  if (!isFoundBy(table, column)) return undefined;
  const topics = values!.map((value) => topicOf(table, column, String(value)));
  return countIn(
    picture,
    topics.map((topic) => (most) => index.countRows(topic, most)),
  );
}

function answer(name: string, shape: TableShape): CurrentTable<LedgerPicture> {
  return {
    ...shape,
    rows: (picture, fixed) => currentRows(picture, name, fixed),
    count: (picture, exact) => countCurrent(picture, name, exact),
  };
}

/** The tables of what is now. */
export const currentAnswers: Readonly<Record<string, CurrentTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<TableShape>(currentTables).map(([name, shape]) => [name, answer(name, shape)]),
);
