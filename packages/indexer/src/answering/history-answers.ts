import { StoreError } from "@ledger/state-store";
import { giveWay } from "../ledger/give-way.ts";
import type { LedgerIndex, VersionRange } from "../ledger/ledger-index.ts";
import { placeOf } from "../ledger/places.ts";
import { versionsInOrder } from "../ledger/row-reads.ts";
import { isTopic, topicOf } from "../ledger/row-topics.ts";
import { decoderOf, eventDecoderOf } from "../ledger/table-types.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { type Decoders, undecoded } from "../rules/decoders.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";
import { versionsWithin } from "./block-values.ts";
import { byPlace, type ChosenOrder, chooseOrder, mergeOrdered, partsOf } from "./kept-orders.ts";
import { countIn, type LedgerPicture } from "./picture.ts";
import { answeredHistory, lookedAtTooMany, tooManyToRead } from "./refusals.ts";
import {
  type Bounds,
  type ColumnOrder,
  commonValues,
  type FixedValues,
  type FoundRows,
  type Narrowed,
  type ReadTable,
  type TableQuestion,
} from "./table.ts";
import { mostTransactions, mostWhole, type Search, topicsOf, transactionsOf } from "./transactions.ts";

const most = { most: mostTransactions, what: "transactions" } as const;
const whole = { most: mostWhole, what: "transactions" } as const;

/** Transactions that are read and sorted although an order is kept: it leads to the same transaction once for each of its rows. */
const mostSorted = 100;

/** Entries of an order that one field may pass by. */
const mostEntries = 50_000;
const entries = { most: mostEntries, what: "entries" } as const;

/** The rows of the transactions that lead to some, in their order. */
async function* rowsOf(
  { name, table, picture }: Search,
  versions: AsyncIterable<number> | Iterable<number>,
  isDescending: boolean,
  looked = { records: 0 },
): AsyncGenerator<Row> {
  const { index, signal } = picture;
  for await (const version of versions) {
    const turn = giveWay(signal);
    if (turn !== undefined) await turn;
    looked.records += 1;
    if (looked.records > mostTransactions) throw lookedAtTooMany(name, answeredHistory(table), most);
    const record = await readUnlessPruned(picture, BigInt(version));
    if (record === undefined) continue;
    const rows = table.rows(record, await decodersOf(name, record, index));
    for (const row of isDescending ? rows.toReversed() : rows) {
      picture.see();
      yield row;
    }
  }
}

/** The rows of a table in the order of a column that the index keeps. */
async function* rowsByValue(
  search: Search,
  { order, values }: ChosenOrder,
  direction: ColumnOrder,
  bounds: Bounds | undefined,
): AsyncGenerator<Row> {
  const { name, picture, within } = search;
  const { index, signal } = picture;
  const [first, last] = index.keptWithin(within);
  let passed = 0;
  const looked = { records: 0 };
  async function* ofValue(value: string | undefined): AsyncGenerator<OrderedVersion> {
    for (const part of partsOf(order, value, direction, bounds)) {
      for await (const { place, id } of versionsInOrder(index, name, part, Number(first), signal)) {
        if (++passed > mostEntries) throw lookedAtTooMany(name, answeredHistory(search.table), entries);
        if (BigInt(id) <= last) yield { version: id, place, value };
      }
    }
  }
  const inOrder = mergeOrdered(values.map(ofValue), byPlace(direction));
  for await (const { version, place, value } of inOrder) {
    for await (const row of rowsOf(search, [version], direction.isDescending, looked)) {
      const isAtPlace = placeOf(row[order.by] ?? null) === place;
      if (isAtPlace && (order.of === undefined || String(row[order.of]) === value)) yield row;
    }
  }
}

/** A version with rows of which one has a place in an order. */
interface OrderedVersion {
  readonly version: number;
  readonly place: string;
  /** That the rows of the order have in common. */
  readonly value: string | undefined;
}

async function find(
  name: string,
  table: HistoryTable,
  picture: LedgerPicture,
  question: TableQuestion,
): Promise<FoundRows> {
  const { order, isWhole, bounds } = question;
  const { within } = await versionsWithin(picture.index, table, question);
  const search = { name, table, picture, within };
  const transactions = await transactionsOf(search, question);
  const isByVersion =
    order === undefined || order.column === table.version || Object.hasOwn(table.rising ?? {}, order.column);
  const chosen =
    isByVersion || isWhole || !picture.index.has(name) ? undefined : chooseOrder(table, question, order.column);
  if (chosen !== undefined && transactions.count > mostBeside(table, question)) {
    return { rows: rowsByValue(search, chosen, order!, bounds.get(order!.column)), isOrdered: true };
  }
  if ((isWhole || !isByVersion) && transactions.count > mostWhole) {
    throw tooManyToRead(name, answeredHistory(table), question, whole);
  }
  const isDescending = isByVersion && order?.isDescending === true;
  return { rows: rowsOf(search, transactions.list(isDescending), isDescending), isOrdered: isByVersion };
}

/** Transactions that are read and sorted in place of those of a kept order, where the question leads to fewer in another way. */
function mostBeside({ rising = {}, version }: HistoryTable, question: TableQuestion): number {
  const columns = [version, ...Object.keys(rising)];
  // In an order those of a few versions may be far from each other.
  if (columns.some((column) => question.bounds.has(column))) return mostWhole;
  return commonValues(question).size === 1 ? -1 : mostSorted;
}

/** Prepares to read the values of a record that rows of a table have. */
async function decodersOf(name: string, record: RecordView, index: LedgerIndex): Promise<Decoders> {
  if (name === "events") return { ...undecoded, event: await eventDecoderOf(record.events, index.code) };
  if (name !== "table_items") return undecoded;
  return { ...undecoded, item: await decoderOf(record.items, (handle) => index.findTypes(handle), index.code) };
}

/** A version that is pruned while its rows are read has none any more: the picture has lost it. */
export async function readUnlessPruned(picture: LedgerPicture, version: bigint): Promise<RecordView | undefined> {
  try {
    return await picture.read(version);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "version_pruned")) throw error;
    picture.lose(version);
    return undefined;
  }
}

/** The transactions of one account: its topic says all that the rows do, so an account with many is listed at once. */
async function* accountRows(
  account: string,
  picture: LedgerPicture,
  within: VersionRange,
  isDescending: boolean,
): AsyncGenerator<Row> {
  const topic = topicOf("account_transactions", "account_address", account);
  const order = isDescending ? "newest_first" : "oldest_first";
  for await (const version of picture.index.versions(topic, order, picture.signal, within)) {
    picture.see();
    yield { account_address: account, transaction_version: BigInt(version) };
  }
}

/** Counts the rows of a table by the entries of the index. */
async function countHistory(
  picture: LedgerPicture,
  name: string,
  table: HistoryTable,
  narrowed: Narrowed,
): Promise<number | undefined> {
  const { index } = picture;
  const fixed = commonValues(narrowed);
  const isOfVersions = [...narrowed.bounds.keys()].every(
    (column) => column === table.version || Object.hasOwn(table.rising ?? {}, column),
  );
  if (!narrowed.isExact || narrowed.alternatives.length > 1 || !isOfVersions || table.ledBy !== undefined)
    return undefined;
  const topics = index.has(name) ? countedTopics(name, table, fixed) : undefined;
  if (topics === undefined) return undefined;
  const { within, isExact } = await versionsWithin(index, table, narrowed);
  if (!isExact) return undefined;
  return countIn(
    picture,
    topics.map((topic) => (most) => index.sumVersions(topic, most, within)),
  );
}

/** The topics whose entries stand for the rows with some values, each for others. */
function countedTopics(name: string, { topics }: HistoryTable, fixed: FixedValues): readonly string[] | undefined {
  if (fixed.size === 0) return [name];
  const columns = topics
    .map((topic) => (typeof topic === "string" ? [topic] : topic))
    .find((each) => each.length === fixed.size && each.every((column) => fixed.has(column)));
  return columns && topicsOf(name, columns, fixed);
}

function answer(name: string, table: HistoryTable): ReadTable<LedgerPicture> {
  const { columns, key, relations, version, orders } = table;
  return {
    ...{ columns, key, version, ...(relations && { relations }), ...(orders && { orders }) },
    foundBy: answeredHistory(table).foundBy,
    find: (picture, question) => find(name, table, picture, question),
    count: (picture, narrowed) => countHistory(picture, name, table, narrowed),
  };
}

const answers: Readonly<Record<string, ReadTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<HistoryTable>(historyTables).map(([name, table]) => [name, answer(name, table)]),
);

/** The tables of what happened. */
export const historyAnswers: Readonly<Record<string, ReadTable<LedgerPicture>>> = {
  ...answers,
  account_transactions: {
    ...answers.account_transactions!,
    async find(picture, question) {
      const table = historyTables.account_transactions;
      const { order } = question;
      const [account, ...others] = commonValues(question).get("account_address") ?? [];
      const isOne =
        typeof account === "string" &&
        isTopic(account) &&
        others.length === 0 &&
        picture.index.has("account_transactions");
      if (!isOne) return answers.account_transactions!.find(picture, question);
      const { within } = await versionsWithin(picture.index, table, question);
      const isByVersion = order === undefined || order.column === table.version;
      const rows = accountRows(account, picture, within, isByVersion && order?.isDescending === true);
      return { rows, isOrdered: isByVersion };
    },
  },
};
