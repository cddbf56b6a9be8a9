import { StoreError } from "@ledger/state-store";
import { giveWay } from "../ledger/give-way.ts";
import type { LedgerIndex, VersionRange } from "../ledger/ledger-index.ts";
import { isTopic, topicOf } from "../ledger/row-topics.ts";
import { decoderOf, eventDecoderOf } from "../ledger/table-types.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { type Decoders, undecoded } from "../rules/decoders.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";
import { countIn, type LedgerPicture } from "./picture.ts";
import type { FixedValues, ReadTable, TableQuestion } from "./table.ts";

/** Versions of one topic that are counted before the topic with fewer is chosen: no query reads more. */
const mostCounted = 10_001;

/** Versions that lead to rows, in the order of a question. */
interface Candidate {
  readonly count: number;
  list(): AsyncIterable<number> | Iterable<number>;
}

/** The transactions whose rows a question may ask for: those of the value that the fewest have. */
async function candidatesOf(
  { index, signal }: LedgerPicture,
  name: string,
  table: HistoryTable,
  { fixed, order, within = {} }: TableQuestion,
): Promise<Candidate[]> {
  const [oldest, head] = index.keptWithin(within);
  const candidates: Candidate[] = [];
  const named = fixed.get(table.version);
  if (named !== undefined) {
    const kept = named.filter((each) => typeof each === "bigint" && each >= oldest && each <= head);
    const versions = inOrder(kept.map(Number), order);
    candidates.push({ count: versions.length, list: () => versions });
  }
  if (!index.has(name)) {
    if (named === undefined)
      candidates.push({ count: Number(head - oldest), list: () => allVersions(oldest, head, order) });
    return candidates;
  }
  const { ledBy = name } = table;
  const topics = table.topics.filter((column) => fixed.get(column)?.every(isTopic));
  for (const column of topics) {
    const values = fixed.get(column)!.map((value) => topicOf(ledBy, column, String(value)));
    const counts = await Promise.all(values.map((topic) => index.countVersions(topic, mostCounted, within)));
    candidates.push({
      count: counts.reduce((sum, count) => sum + count, 0),
      list: () =>
        values.length === 1
          ? index.versions(values[0]!, order, signal, within)
          : merged(index, values, order, signal, within),
    });
  }
  if (candidates.length === 0) {
    candidates.push({
      count: await index.countVersions(ledBy, mostCounted, within),
      list: () => index.versions(ledBy, order, signal, within),
    });
  }
  return candidates;
}

type VersionOrder = TableQuestion["order"];

function inOrder(versions: readonly number[], order: VersionOrder): number[] {
  const ascending = [...new Set(versions)].sort((a, b) => a - b);
  return order === "oldest_first" ? ascending : ascending.reverse();
}

function* allVersions(oldest: bigint, head: bigint, order: VersionOrder): Generator<number> {
  if (order === "oldest_first") for (let version = oldest; version <= head; version++) yield Number(version);
  else for (let version = head; version >= oldest; version--) yield Number(version);
}

/** The versions of several topics, each once. Of each so many are read that no query gets to the end of them. */
async function* merged(
  index: LedgerIndex,
  topics: readonly string[],
  order: VersionOrder,
  signal: AbortSignal,
  within: VersionRange,
): AsyncGenerator<number> {
  const versions: number[] = [];
  for (const topic of topics) {
    let count = 0;
    for await (const version of index.versions(topic, order, signal, within)) {
      versions.push(version);
      count += 1;
      if (count === mostCounted) break;
    }
  }
  yield* inOrder(versions, order);
}

async function* read(
  name: string,
  table: HistoryTable,
  picture: LedgerPicture,
  question: TableQuestion,
): AsyncGenerator<Row> {
  const { index } = picture;
  const candidates = await candidatesOf(picture, name, table, question);
  const { list } = candidates.reduce((least, each) => (each.count < least.count ? each : least));
  for await (const version of list()) {
    const turn = giveWay(picture.signal);
    if (turn !== undefined) await turn;
    const record = await readUnlessPruned(picture, BigInt(version));
    if (record === undefined) continue;
    const rows = table.rows(record, await decodersOf(name, record, index));
    for (const row of question.order === "newest_first" ? rows.toReversed() : rows) {
      picture.see();
      yield row;
    }
  }
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

/** The transactions of one account: its topic says all that the rows do, so an account with many is counted at once. */
async function* readAccount(
  account: string,
  picture: LedgerPicture,
  { order, within }: TableQuestion,
): AsyncGenerator<Row> {
  const topic = topicOf("account_transactions", "account_address", account);
  for await (const version of picture.index.versions(topic, order, picture.signal, within)) {
    picture.see();
    yield { account_address: account, transaction_version: BigInt(version) };
  }
}

/** Counts the rows of a table of which a transaction has one for a value at most, by the entries of the index. */
async function countHistory(
  picture: LedgerPicture,
  name: string,
  { rowsEach, topics }: HistoryTable,
  exact: FixedValues,
): Promise<number | undefined> {
  const { index } = picture;
  const [[column, values] = [], ...others] = [...exact];
  if (others.length > 0 || !index.has(name)) return undefined;
  if (column === undefined) {
    return rowsEach === "one" ? countIn(picture, [(most) => index.countVersions(name, most)]) : undefined;
  }
  if (rowsEach === undefined || !topics.includes(column) || !values!.every(isTopic)) return undefined;
  const named = values!.map((value) => topicOf(name, column, String(value)));
  return countIn(
    picture,
    named.map((topic) => (most) => index.countVersions(topic, most)),
  );
}

function answer(name: string, table: HistoryTable): ReadTable<LedgerPicture> {
  const { columns, key, relations, version } = table;
  return {
    ...{ columns, key, version, ...(relations && { relations }) },
    read: (picture, question) => read(name, table, picture, question),
    count: (picture, exact) => countHistory(picture, name, table, exact),
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
    read(picture, question) {
      const [account, ...others] = question.fixed.get("account_address") ?? [];
      const isOne =
        typeof account === "string" &&
        isTopic(account) &&
        others.length === 0 &&
        picture.index.has("account_transactions");
      return isOne ? readAccount(account, picture, question) : answers.account_transactions!.read(picture, question);
    },
  },
};
