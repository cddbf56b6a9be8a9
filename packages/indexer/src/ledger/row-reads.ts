import type { PlacedEntry } from "@ledger/state-store";
import type { Row } from "../row.ts";
import type { KeptOrder } from "../tables/column.ts";
import { giveWay } from "./give-way.ts";
import type { LedgerIndex, PlacedRow } from "./ledger-index.ts";
import type { PlaceRange } from "./places.ts";
import { keptTables, readRow } from "./row-text.ts";
import { orderTopic, topicOf } from "./row-topics.ts";

/** Rows that are read at a time. */
const page = 500;

/** The same at the beginning of an order, of which few are wanted as a rule. */
const firstPage = 50;

/** Rows of several topics that one read gives at most; the rest is read topic by topic. */
const together = 2_000;

/** Values of a column, by which rows are found. */
export interface FoundBy {
  readonly column: string;
  readonly values: readonly unknown[];
}

/**
 * The rows of a table, those with some values in a column, value by value in the order in which they came. Those of many values are
 * read together.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function* rowsFoundBy(
  index: LedgerIndex,
  table: string,
  found: FoundBy | undefined,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  if (found === undefined) {
    yield* rowsOf(index, table, table, signal);
    return;
  }
  const { column, values } = found;
  const isKey = keptTables[table]!.key.length === 1 && keptTables[table]!.key[0] === column;
  for (let start = 0; start < values.length; start += page) {
    await giveWay(signal);
    const names = values.slice(start, start + page).map(String);
    if (isKey) {
      const texts = await index.reader.readRows(names.map((key) => `${table} ${key}`));
      for (const text of texts) if (text !== undefined) yield readRow(table, text).row;
      continue;
    }
    const topics = names.map((name) => topicOf(table, column, name));
    const lists = topics.length === 1 ? [] : await index.reader.listRowsOf(topics, together);
    for (const [place, topic] of topics.entries()) {
      const list = lists[place];
      if (list === undefined) yield* rowsOf(index, table, topic, signal);
      else for (const { row } of list) yield readRow(table, row).row;
    }
  }
}

async function* rowsOf(index: LedgerIndex, table: string, topic: string, signal: AbortSignal): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    await giveWay(signal);
    const rows = await index.rowsAfter(table, topic, after, page);
    for (const { row } of rows) yield row;
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.id;
  }
}

/** A part of an order that an index keeps. */
export interface OrderPart {
  readonly order: KeptOrder;
  /** The value that the rows have in common, as a text; absent where they are all rows of the table. */
  readonly value?: string | undefined;
  readonly range: PlaceRange;
  readonly isDescending: boolean;
  /** The entry before the first one. */
  readonly after?: PlacedEntry | undefined;
}

/**
 * The rows of a table in the order of a column.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function* rowsInOrder(
  { reader }: LedgerIndex,
  table: string,
  part: OrderPart,
  signal: AbortSignal,
): AsyncGenerator<PlacedRow & PlacedEntry> {
  const list = pagesOf(part, (query) => reader.listPlacedRows({ ...query, topic: topicOfPart(table, part) }), signal);
  for await (const { id, place, row } of list) yield { id, place, row: readRow(table, row).row };
}

/**
 * The kept versions of the transactions with rows of a table, in the order of a column. The same version comes once for each value.
 *
 * @param oldest - versions below it are left out
 * @throws the reason of the signal, once it is aborted
 */
export function versionsInOrder(
  { reader }: LedgerIndex,
  table: string,
  part: OrderPart,
  oldest: number,
  signal: AbortSignal,
): AsyncGenerator<PlacedEntry> {
  const topic = topicOfPart(table, part);
  return pagesOf(part, (query) => reader.listPlacedVersions({ ...query, topic }, oldest), signal);
}

/** The topic of the entries that a part is one of. */
export function topicOfPart(table: string, { order, value }: Pick<OrderPart, "order" | "value">): string {
  return orderTopic(table, order, value);
}

async function* pagesOf<T extends PlacedEntry>(
  { range, isDescending, after }: OrderPart,
  list: (query: PageQuery) => Promise<readonly T[]> | readonly T[],
  signal: AbortSignal,
): AsyncGenerator<T> {
  for (let [limit, last] = [firstPage, after]; ; limit = page) {
    await giveWay(signal);
    const found = await list({ ...range, isDescending, limit, after: last });
    yield* found;
    if (found.length < limit) return;
    last = found.at(-1);
  }
}

type PageQuery = PlaceRange & Pick<OrderPart, "isDescending" | "after"> & { readonly limit: number };
