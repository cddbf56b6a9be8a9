import { giveWay } from "../ledger/give-way.ts";
import type { VersionRange } from "../ledger/ledger-index.ts";
import { isTopicAmong, topicOfAll } from "../ledger/row-topics.ts";
import type { Value } from "../row.ts";
import type { HistoryTable } from "../tables/history-tables.ts";
import { mergeOrdered } from "./kept-orders.ts";
import type { LedgerPicture } from "./picture.ts";
import type { FixedValues, TableQuestion } from "./table.ts";

/** Transactions that one field may look at, one after the other, until it has found enough. */
export const mostTransactions = 5_000;

/** Transactions that one field may read as a whole, to sort or aggregate what they did: half a second of processor time. */
export const mostWhole = 2_000;

/** Transactions of a topic that are counted before the topic with fewer is chosen. */
const mostCounted = mostTransactions + 1;

/** Topics whose transactions are merged: the tokens of a large collection. */
const mostTopics = 10_000;

/** Versions that are read at a time, of all topics. */
const versionsAtOnce = 500;

/** Transactions that lead to rows, in the order of their versions, or from the newest one. */
export interface Transactions {
  readonly count: number;
  list(isDescending: boolean): AsyncIterable<number> | Iterable<number>;
}

/** A question to a table, and where it looks for the answer. */
export interface Search {
  readonly name: string;
  readonly table: HistoryTable;
  readonly picture: LedgerPicture;
  readonly within: VersionRange;
}

/** The transactions whose rows a question may ask for: of each of its alternatives those of the values that the fewest have. */
export async function transactionsOf(search: Search, { alternatives }: TableQuestion): Promise<Transactions> {
  const { name, table, picture } = search;
  const found: Transactions[] = [];
  for (const fixed of alternatives) {
    let fewest: Transactions | undefined;
    for (const candidate of candidatesOf(search, fixed)) {
      const counted = await candidate();
      if (fewest === undefined || counted.count < fewest.count) fewest = counted;
    }
    if (fewest === undefined)
      return picture.index.has(name) ? ofTopics(search, [table.ledBy ?? name]) : everyVersion(search);
    found.push(fewest);
  }
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    list: (isDescending) =>
      merged(
        found.map(({ list }) => list(isDescending)),
        isDescending,
      ),
  };
}

/** The ways to the transactions with rows that have some values. */
function candidatesOf(search: Search, asked: FixedValues): readonly (() => Promise<Transactions>)[] {
  const { name, table, picture } = search;
  const fixed = withImplied(table, asked);
  const candidates: (() => Promise<Transactions>)[] = [];
  const named = fixed.get(table.version);
  if (named !== undefined) {
    candidates.push(async () => ofVersions(search, named));
  }
  if (!picture.index.has(name)) return candidates;
  for (const topic of table.topics) {
    const topics = topicsOf(table.ledBy ?? name, typeof topic === "string" ? [topic] : topic, fixed);
    if (topics !== undefined) candidates.push(() => ofTopics(search, topics));
  }
  return candidates;
}

/** The values of a question, and those that follow from them. */
function withImplied({ implied = {} }: HistoryTable, fixed: FixedValues): FixedValues {
  const all = new Map(fixed);
  for (const [column, { of, make }] of Object.entries(implied)) {
    if (all.has(column)) continue;
    const values = of.map((each) => fixed.get(each) ?? []);
    const [texts = [], ...others] = values.map((each) => each.map(String));
    if (others.length === 0 && texts.length > 0) all.set(column, [...new Set(texts.map((text) => make(text)))]);
    else if (values.every(({ length }) => length === 1)) all.set(column, [make(...values.flat().map(String))]);
  }
  return all;
}

/** The topics of some values in some columns; `undefined` where one of these may have others, or where they are too many. */
export function topicsOf(name: string, columns: readonly string[], fixed: FixedValues): readonly string[] | undefined {
  const values = columns.map((column) => fixed.get(column));
  const count = values.reduce((product, each) => product * (each?.length ?? Number.POSITIVE_INFINITY), 1);
  if (
    count > mostTopics ||
    !values.every((each) => each!.every((value) => value !== null && isTopicAmong(value, columns)))
  )
    return undefined;
  const all = values.reduce<string[][]>(
    (known, each) => known.flatMap((before) => each!.map((value) => [...before, String(value)])),
    [[]],
  );
  return all.map((each) => topicOfAll(name, columns, each));
}

function ofVersions({ picture, within }: Search, named: readonly Value[]): Transactions {
  const [first, last] = picture.index.keptWithin(within);
  const kept = named.filter((each) => typeof each === "bigint" && each >= first && each <= last);
  const versions = [...new Set(kept.map(Number))].sort((a, b) => a - b);
  return { count: versions.length, list: (isDescending) => (isDescending ? versions.toReversed() : versions) };
}

async function ofTopics({ picture, within }: Search, topics: readonly string[]): Promise<Transactions> {
  const { index, signal } = picture;
  let count = 0;
  for (const topic of topics) {
    await giveWay(signal);
    count += await index.countVersions(topic, mostCounted, within);
    if (count >= mostCounted) break;
  }
  const pageOf = Math.max(10, Math.ceil(versionsAtOnce / topics.length));
  return {
    count,
    list(isDescending) {
      const order = isDescending ? "newest_first" : "oldest_first";
      return merged(
        topics.map((topic) => index.versions(topic, order, signal, within, pageOf)),
        isDescending,
      );
    },
  };
}

function everyVersion({ picture, within }: Search): Transactions {
  const [first, last] = picture.index.keptWithin(within);
  return {
    count: Number(last - first) + 1,
    *list(isDescending) {
      if (isDescending) for (let version = last; version >= first; version--) yield Number(version);
      else for (let version = first; version <= last; version++) yield Number(version);
    },
  };
}

/** Versions of several lists, each once. */
async function* merged(
  lists: readonly (AsyncIterable<number> | Iterable<number>)[],
  isDescending: boolean,
): AsyncGenerator<number> {
  const sign = isDescending ? -1 : 1;
  let last: number | undefined;
  for await (const version of mergeOrdered(lists.map(generated), (a, b) => sign * (a - b))) {
    if (version !== last) yield version;
    last = version;
  }
}

async function* generated<T>(list: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* list;
}
