import { type FoundRows, findRows, QueryRefusal, type Table, type TableQuestion } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { Row, Value } from "../row.ts";
import { aggregatedRelation, type Relation, type TableShape } from "../tables/column.ts";
import { foldColumn } from "./aggregate-fields.ts";
import {
  compareRows,
  type FindRelated,
  firstOrder,
  isAlike,
  isDirection,
  isOnly,
  type Ordering,
  type RelatedRow,
  type Truth,
  valuesText,
} from "./compare.ts";
import { type Condition, type RowTest, rowTest } from "./condition.ts";
import { narrow } from "./narrow.ts";
import { narrowByRelations } from "./narrow-by-relations.ts";
import type { QueryContext } from "./reader.ts";
import { type Compare, FirstRows, sortRows } from "./sort-rows.ts";

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

/** Rows from the beginning of an order up to which only so many are held, of all that come. */
const mostKept = 10_000;

/** Parts of an order. */
const mostOrders = 50;

/** Rows that are tested together where rows of other tables decide: these are read together. */
const testedTogether = 250;

/**
 * The rows of a table that a question asks for.
 *
 * @param most - rows, where the question names no lower limit
 * @throws QueryRefusal for a question that is too large, or no question
 */
export async function select<Ledger>(
  table: Table<Ledger>,
  question: TableArguments,
  context: QueryContext<Ledger>,
  most: number,
): Promise<readonly Row[]> {
  const orders = ordersOf(question);
  const end = endOf(question, most);
  const isWhole = end === Number.POSITIVE_INFINITY || (question.distinct_on ?? []).length > 0;
  if (end === 0 && !isWhole) return [];
  const order = firstOrder(orders, table.columns);
  // All rows are needed where those of other tables decide their order.
  const needsAll = isWhole || (orders.length > 0 && order === undefined);
  const { rows, isOrdered } = await wantedRows(table, question, context, { order, isWhole: needsAll });
  const comesInOrder = isOrdered && (orders.length === 0 || order !== undefined);
  if (!isWhole && !comesInOrder && end <= mostKept && areOfColumns(orders)) {
    const first = new FirstRows(end, comparison(orders), context.signal);
    for await (const row of rows) {
      const sorted = first.add(row);
      if (sorted !== undefined) await sorted;
    }
    return page(await first.rows(), question, most);
  }
  const enough = isWhole || !comesInOrder ? Number.POSITIVE_INFINITY : end;
  const found: Row[] = [];
  for await (const row of rows) {
    // Where other columns decide between rows with the same first value, all of these are needed.
    if (found.length >= enough && (order === undefined || isOnly(orders) || !isAlike(row, found.at(-1)!, order))) break;
    context.hold();
    found.push(row);
  }
  return arrange(found, question, table, context, most);
}

/** @throws QueryRefusal for more than the columns of any table: each comparison of two rows may go through all */
function ordersOf({ order_by: orders }: TableArguments): readonly Ordering[] {
  if ((orders ?? []).length <= mostOrders) return orders ?? [];
  throw new QueryRefusal(`an order may have ${mostOrders} parts`);
}

/** Those of some rows that a question asks for. */
export async function choose<Ledger>(
  rows: readonly Row[],
  question: TableArguments,
  table: Table<Ledger>,
  context: QueryContext<Ledger>,
  most: number,
): Promise<readonly Row[]> {
  const test = rowTest(question.where, table, context as never);
  const wanted: Row[] = [];
  for await (const row of meeting(rows, test, context.signal)) wanted.push(row);
  return arrange(wanted, question, table, context, most);
}

/**
 * Counts the rows that a question asks for: in the index where that can tell, else one by one.
 *
 * @throws QueryRefusal for a question that is too large, or no question
 */
export async function countSelected<Ledger>(
  table: Table<Ledger>,
  question: TableArguments,
  context: QueryContext<Ledger>,
): Promise<number> {
  const { offset, where, distinct_on: distinct } = question;
  if ((distinct ?? []).length > 0) {
    return (await select(table, question, context, Number.POSITIVE_INFINITY)).length;
  }
  const end = endOf(question, Number.POSITIVE_INFINITY);
  let count = await table.count?.(context.ledger, narrow(where, table));
  if (count === undefined) {
    count = 0;
    if (end > 0) {
      const { rows } = await wantedRows(table, question, context, { isWhole: end === Number.POSITIVE_INFINITY });
      for await (const _ of rows) if (++count >= end) break;
    }
  }
  return Math.max(0, Math.min(count, end) - Math.max(0, offset ?? 0));
}

function endOf({ limit, offset }: TableArguments, most: number): number {
  return Math.max(0, offset ?? 0) + Math.min(most, Math.max(0, limit ?? most));
}

/** The rows of a table that meet the condition of a question. */
async function wantedRows<Ledger>(
  table: Table<Ledger>,
  { where }: TableArguments,
  context: QueryContext<Ledger>,
  wanted: Pick<TableQuestion, "order" | "isWhole">,
): Promise<FoundRows> {
  const test = rowTest(where, table, context as never);
  const narrowed = await narrowByRelations(narrow(where, table), where, table, context as never);
  const { rows, isOrdered } = await findRows(table, context.ledger, { ...narrowed, ...wanted });
  return { rows: meeting(rows, test, context.signal), isOrdered };
}

/** The rows that meet a condition, in their order. */
async function* meeting(
  rows: AsyncIterable<Row> | Iterable<Row>,
  test: RowTest,
  question: AbortSignal,
): AsyncGenerator<Row> {
  let tested: (readonly [row: Row, holds: Truth | Promise<Truth>])[] = [];
  const settle = async (): Promise<Row[]> => {
    const settled = await Promise.all(tested.map(async ([row, holds]) => [row, await holds] as const));
    tested = [];
    return settled.filter(([, holds]) => holds === true).map(([row]) => row);
  };
  for await (const row of rows) {
    // A pattern or a comparison of JSON may take milliseconds.
    const turn = giveWay(question);
    if (turn !== undefined) await turn;
    const holds = test(row);
    if (tested.length === 0 && !(holds instanceof Promise)) {
      if (holds === true) yield row;
      continue;
    }
    // Where the rows end with an error, nothing waits for the tests any more.
    if (holds instanceof Promise) holds.catch(() => undefined);
    tested.push([row, holds]);
    if (tested.length === testedTogether) yield* await settle();
  }
  if (tested.length > 0) yield* await settle();
}

/** Sorts rows, and takes those of the page. */
async function arrange<Ledger>(
  rows: readonly Row[],
  question: TableArguments,
  shape: TableShape,
  context: QueryContext<Ledger>,
  most: number,
): Promise<readonly Row[]> {
  const orders = ordersOf(question);
  let sorted = rows;
  if (orders.length > 0) {
    const find = await findRelated(rows, orders, shape, context as never);
    sorted = await sortRows(rows, comparison(orders, find), context.signal);
  }
  return page(firstOfEach(sorted, question.distinct_on ?? []), question, most);
}

function page(rows: readonly Row[], question: TableArguments, most: number): readonly Row[] {
  return rows.slice(Math.max(0, question.offset ?? 0), endOf(question, most));
}

/** @param find - absent where no order is by rows of other tables */
function comparison(orders: readonly Ordering[], find: FindRelated = () => undefined): Compare {
  return (a, b) => compareRows(a, b, orders, find);
}

/** True for orders by columns of the table itself. */
function areOfColumns(orders: readonly Ordering[]): boolean {
  return orders.every((order) => Object.values(order).every((each) => each === null || isDirection(each)));
}

/** Finds the rows of other tables that decide the order of some. */
async function findRelated(
  rows: readonly Row[],
  orders: readonly Ordering[],
  shape: TableShape,
  context: QueryContext<never>,
): Promise<FindRelated> {
  const known = new Map<Row, Map<string, RelatedRow>>();
  const note = (row: Row, name: string, related: RelatedRow): void => {
    const ofRow = known.get(row) ?? new Map<string, RelatedRow>();
    known.set(row, ofRow.set(name, related));
  };
  const byName = Map.groupBy(
    orders.flatMap((each) => Object.entries(each)),
    ([name]) => name,
  );
  for (const [name, entries] of byName) {
    const aggregated = aggregatedRelation(shape, name);
    const relation = aggregated ?? shape.relations?.[name];
    const inner = entries.flatMap(([, order]) => (order === null || isDirection(order) ? [] : [order]));
    if (relation === undefined || inner.length === 0) continue;
    if (aggregated !== undefined) {
      const folded = await foldRelated(rows, aggregated, inner, context);
      for (const [place, row] of rows.entries()) note(row, name, folded[place]!);
      continue;
    }
    const related = await context.related.firstOf(rows, relation);
    const others = [...new Set(related.filter((row) => row !== undefined))];
    const find = await findRelated(others, inner, context.tables[relation.table]!, context);
    for (const [place, row] of rows.entries()) {
      const other = related[place];
      if (other !== undefined) note(row, name, { row: other, find });
    }
  }
  return (row, name) => known.get(row)?.get(name);
}

/** Makes a row for each of some, of what an order says of all rows that belong to it: their number, and values of their columns. */
async function foldRelated(
  rows: readonly Row[],
  relation: Relation,
  orders: readonly Ordering[],
  context: QueryContext<never>,
): Promise<readonly RelatedRow[]> {
  const asked = orders.flatMap((order) =>
    Object.entries(order).flatMap(([what, columns]) =>
      columns === null || isDirection(columns) ? [] : Object.keys(columns).map((column) => [what, column] as const),
    ),
  );
  const fold = async (related: readonly Row[]): Promise<RelatedRow> => {
    const folded: Record<string, Record<string, Value>> = {};
    for (const [what, column] of asked) {
      folded[what] = { ...folded[what], [column]: await foldColumn(what, related, column, context) };
    }
    const find: FindRelated = (_, what) => ({ row: folded[what] ?? {}, find: () => undefined });
    return { row: { count: related.length }, find };
  };
  const found: RelatedRow[] = [];
  await context.related.each(rows, relation, async (related) => {
    found.push(await fold(related));
  });
  return found;
}

/** The first row of each that has other values in some columns. */
function firstOfEach(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  if (columns.length === 0) return rows;
  const seen = new Set<string>();
  return rows.filter((row) => {
    const values = valuesText(row, columns);
    if (seen.has(values)) return false;
    seen.add(values);
    return true;
  });
}
