import type { FixedValues, Table } from "../answering/table.ts";
import type { Row } from "../row.ts";
import type { TableShape } from "../tables/column.ts";
import { compareRows, type FindRelated, isDirection, type Ordering } from "./compare.ts";
import { type Condition, fixedValues, rowTest } from "./condition.ts";
import { hasValues, isCurrent, type QueryContext } from "./reader.ts";

/** The question of a query to a table. */
export interface TableArguments {
  readonly where?: Condition | null;
  readonly order_by?: readonly Ordering[] | null;
  readonly distinct_on?: readonly string[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** Rows that one list of an answer may have. */
export const mostRows = 500;

/**
 * The rows of a table that a question asks for.
 *
 * @param most - rows, where the question names no lower limit
 * @param belonging - values that rows have which belong to one of another table
 * @throws QueryRefusal for a question that is too large, or no question
 */
export async function select<Ledger>(
  table: Table<Ledger>,
  question: TableArguments,
  context: QueryContext<Ledger>,
  most: number,
  belonging: FixedValues = new Map(),
): Promise<readonly Row[]> {
  await context.takeTurn();
  const { where, limit, offset } = question;
  const orders = question.order_by ?? [];
  const distinct = question.distinct_on ?? [];
  const test = rowTest(where, table, context as never);
  const start = Math.max(0, offset ?? 0);
  const end = start + Math.min(most, Math.max(0, limit ?? most));
  const fixed: FixedValues = new Map([...fixedValues(where), ...belonging]);
  const isWanted = (row: Row): boolean | Promise<boolean> => hasValues(row, belonging) && test(row);
  const found: Row[] = [];
  if (isCurrent(table)) {
    const enough = orders.length > 0 || distinct.length > 0 ? Number.POSITIVE_INFINITY : end;
    for await (const row of table.rows(context.ledger, fixed)) {
      if (found.length >= enough) break;
      if (await isWanted(row)) found.push(row);
    }
  } else {
    const order = versionOrder(orders, table.version);
    const enough = order === undefined || distinct.length > 0 ? Number.POSITIVE_INFINITY : end;
    const asked = { fixed, order: order ?? "oldest_first" } as const;
    for await (const row of table.read(context.ledger, asked)) {
      // Rows of one transaction come together: where other columns decide, all of them are needed.
      if (found.length >= enough && row[table.version] !== found.at(-1)![table.version]) break;
      if (await isWanted(row)) found.push(row);
    }
  }
  if (orders.length > 0) {
    const find = await findRelated(found, orders, table, context as never);
    found.sort((a, b) => compareRows(a, b, orders, find));
  }
  return firstOfEach(found, distinct).slice(start, end);
}

/** The order of versions that a question asks for first; `undefined` where it asks for another. */
function versionOrder(orders: readonly Ordering[], version: string): "oldest_first" | "newest_first" | undefined {
  const [first] = orders.flatMap((order) => Object.entries(order));
  if (first === undefined) return "oldest_first";
  const [column, direction] = first;
  if (column !== version || direction === null || !isDirection(direction)) return undefined;
  return direction.sign === 1 ? "oldest_first" : "newest_first";
}

/** Finds the rows of other tables that decide the order of some. */
async function findRelated(
  rows: readonly Row[],
  orders: readonly Ordering[],
  shape: TableShape,
  context: QueryContext<never>,
): Promise<FindRelated> {
  const known = new Map<Row, Map<string, NonNullable<ReturnType<FindRelated>>>>();
  for (const [name, order] of orders.flatMap((each) => Object.entries(each))) {
    const relation = shape.relations?.[name];
    if (relation === undefined || order === null || isDirection(order)) continue;
    for (const row of rows) {
      const { value: related } = await context.related(row, relation).next();
      if (related === undefined) continue;
      const find = await findRelated([related], [order], context.tables[relation.table]!, context);
      const ofRow = known.get(row) ?? new Map();
      known.set(row, ofRow.set(name, { row: related, find }));
    }
  }
  return (row, name) => known.get(row)?.get(name);
}

/** The first row of each that has other values in some columns. */
function firstOfEach(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  if (columns.length === 0) return rows;
  const seen = new Set<string>();
  return rows.filter((row) => {
    const values = columns.map((column) => String(row[column] ?? null)).join("\0");
    if (seen.has(values)) return false;
    seen.add(values);
    return true;
  });
}
