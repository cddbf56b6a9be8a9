import {
  type IndexedRow,
  type LedgerReader,
  type LedgerSummary,
  type PlaceQuery,
  StoreError,
  type TableIndexReader,
  type TableIndexStep,
  type TableIndexStore,
  type TopicVersion,
  type TopicVersionQuery,
} from "@ledger/state-store";
import { Decimal } from "../decimal.ts";
import type { Row } from "../row.ts";
import { tablesOf } from "../tables/table-groups.ts";
import { IndexBuilder, type IndexProgress } from "./index-builder.ts";
import { indexedVersion, readHead } from "./index-head.ts";
import type { PlaceRange } from "./places.ts";
import { keptTables, readRow } from "./row-text.ts";
import { rowTopics } from "./row-topics.ts";

/** Rows that are compared at a time. */
const page = 500;

/** Problems that are reported one by one. */
const mostProblems = 20;

/** The outcome of comparing an index with one that is built again. */
export interface IndexVerification {
  /** Version that the index is at. */
  readonly version: bigint;
  readonly rows: number;
  /** Pairs of a topic and a kept version. */
  readonly versions: number;
  /** For people, the first of them. */
  readonly problems: readonly string[];
  /** True for an index of a version that the ledger does not keep any more: nothing was compared. */
  readonly isTooOld: boolean;
}

/**
 * Builds the index of a ledger again, and compares. Of a ledger whose first records are gone, an index that has grown with it knows
 * more: when something was written, and what was that is emptied or deleted since. Nothing else may differ.
 *
 * @param scratch - empty, for the index that is built again
 * @returns `undefined` where there is no index, or none that has been at the head yet
 * @throws StoreError
 */
export async function verifyIndex(
  store: LedgerReader,
  kept: TableIndexReader,
  scratch: TableIndexStore,
  onProgress: (progress: IndexProgress) => void = () => undefined,
): Promise<IndexVerification | undefined> {
  const head = readHead(await kept.renew());
  if (head?.isReady !== true) return undefined;
  const problems = new Problems();
  const until = indexedVersion(head)!;
  const checking = new CheckingIndex(scratch, kept, problems);
  const builder = new IndexBuilder(store, checking, head.groups, { until });
  const oldest = await buildAgain(builder, until, onProgress);
  if (oldest === undefined) return tooOld(until, await store.summary());
  const [own, again] = [await kept.stats(Number(oldest)), await scratch.stats(Number(oldest))];
  if (own.versions > again.versions)
    problems.add(`${own.versions - again.versions} versions have topics that their records do not have`);
  let [rows, found] = [0, 0];
  for (const table of tablesOf(head.groups)) {
    if (!Object.hasOwn(keptTables, table)) continue;
    const compared = await compareTable(table, kept, scratch, { oldest, problems });
    rows += compared.rows;
    found += compared.found;
  }
  // All that have to be there are: what is more is of no row or table.
  if (own.rows > rows) problems.add(`${own.rows - rows} rows are of no table`);
  if (own.found > found) problems.add(`rows are found by ${own.found - found} topics that are not theirs`);
  return { version: until, rows, versions: own.versions, problems: problems.first, isTooOld: false };
}

/** @returns the oldest kept version, `undefined` where what the index was built of is gone */
async function buildAgain(
  builder: IndexBuilder,
  until: bigint,
  onProgress: (progress: IndexProgress) => void,
): Promise<bigint | undefined> {
  try {
    let progress = await builder.step();
    for (; !progress.isAtHead; progress = await builder.step()) onProgress(progress);
    const oldest = progress.ledger?.oldestLedgerVersion ?? 0n;
    return oldest > until + 1n ? undefined : oldest;
  } catch (error) {
    if (error instanceof StoreError && error.code === "version_pruned") return undefined;
    throw error;
  }
}

function tooOld(version: bigint, ledger: LedgerSummary | undefined): IndexVerification {
  const problem = `it is at version ${version}, and the ledger is kept from version ${ledger?.oldestVersion}: run 'index build' first`;
  return { version, rows: 0, versions: 0, problems: [problem], isTooOld: true };
}

class Problems {
  readonly first: string[] = [];

  add(problem: string): void {
    if (this.first.length < mostProblems) this.first.push(problem);
  }
}

interface Comparison {
  readonly oldest: bigint;
  readonly problems: Problems;
}

async function compareTable(
  table: string,
  kept: TableIndexReader,
  scratch: TableIndexReader,
  { oldest, problems }: Comparison,
): Promise<{ readonly rows: number; readonly found: number }> {
  let [rows, found] = [0, 0];
  for await (const { id, row: text } of allRows(kept, table)) {
    const { key, row } = readRow(table, text);
    const topics = rowTopics(table, row);
    rows += 1;
    found += topics.length;
    for (const { topic, place } of topics) {
      const [first] = await (place === undefined
        ? kept.listRows(topic, id - 1, 1)
        : kept.listPlacedRows(entryAt(topic, place, id)));
      if (first?.id !== id) problems.add(`${table} ${key} is not found by '${topic}'`);
    }
    const again = await scratch.readRow(`${table} ${key}`);
    const isEqual =
      again === undefined ? isOfGone(table, row, oldest) : isSame(table, row, readRow(table, again).row, oldest);
    if (!isEqual) problems.add(`${table} ${key} is not what the ledger says`);
  }
  for await (const { row: text } of allRows(scratch, table)) {
    const { key, row } = readRow(table, text);
    if (oldest > 0n && isEnded(table, row)) continue;
    if ((await kept.readRow(`${table} ${key}`)) === undefined) problems.add(`${table} ${key} is missing`);
  }
  return { rows, found };
}

/** A question for one entry of a topic, if it is there. */
function entryAt(topic: string, place: string, id: number): PlaceQuery {
  return { topic, from: place, to: place, after: { place, id: id - 1 }, isDescending: false, limit: 1 };
}

async function* allRows(index: TableIndexReader, table: string): AsyncGenerator<IndexedRow> {
  for (let after = 0; ; ) {
    const rows = await index.listRows(table, after, page);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.id;
  }
}

/** Tables whose rows follow from records, so that those of records that are gone are not made again. */
const ofRecords = [
  "auth_key_account_addresses",
  "public_key_auth_keys",
  "table_metadatas",
  "token_owners",
  "table_types",
  "token_table_holders",
  "coin_types",
  "delegation_tables",
];

/** True for a row that only records which are gone led to. */
function isOfGone(table: string, row: Row, oldest: bigint): boolean {
  if (oldest === 0n) return false;
  if (ofRecords.includes(table))
    return typeof row.last_transaction_version !== "bigint" || row.last_transaction_version < oldest;
  return isGone(row) && (isEnded(table, row) || (row.last_transaction_version as bigint) < oldest);
}

function isGone(row: Row): boolean {
  return row.is_deleted === true || row.is_deleted_v2 === true || row.amount === 0n || row.shares === 0n;
}

/** Tables of whose rows the record of their end does not say what they were. */
const ended = [
  "current_objects",
  "current_token_datas_v2",
  "current_token_ownerships_v2",
  "current_delegator_balances",
];

/** True for a row of what is no more: a kept record may tell of its end, and one that is gone of what it was. */
function isEnded(table: string, row: Row): boolean {
  return ended.includes(table) && isGone(row);
}

/** Columns that only records which are gone may tell. */
const ofGoneRecords = /timestamp|_v1$|^first_/;

/** True where nothing differs but what only records which are gone say. */
function isSame(table: string, row: Row, again: Row, oldest: bigint): boolean {
  if (oldest > 0n && isEnded(table, row)) return isGone(again);
  return Object.keys(row).every((column) => {
    if (JSON.stringify(row[column], exact) === JSON.stringify(again[column], exact)) return true;
    return oldest > 0n && again[column] === null && ofGoneRecords.test(column);
  });
}

function exact(_: string, value: unknown): unknown {
  return typeof value === "bigint" || value instanceof Decimal ? `${value}n` : value;
}

/** An index that is built again; the versions that are written are looked up in another one. */
class CheckingIndex implements TableIndexStore {
  readonly #index: TableIndexStore;
  readonly #kept: TableIndexReader;
  readonly #problems: Problems;

  constructor(index: TableIndexStore, kept: TableIndexReader, problems: Problems) {
    this.#index = index;
    this.#kept = kept;
    this.#problems = problems;
  }

  async write(step: TableIndexStep): Promise<void> {
    for (const entry of step.versions) {
      if (!(await this.#isKept(entry)))
        this.#problems.add(`topic '${entry.topic}' does not lead to version ${entry.version}`);
    }
    await this.#index.write(step);
  }

  async #isKept({ topic, place = "", version, count = 1 }: TopicVersion): Promise<boolean> {
    if (place === "") {
      const query: TopicVersionQuery = { topic, from: version, to: version, limit: count + 1 };
      return (await this.#kept.sumVersions(query)) === count;
    }
    const [first] = await this.#kept.listPlacedVersions(entryAt(topic, place, version), version);
    return first?.id === version;
  }

  renew = () => this.#index.renew();
  release = () => this.#index.release();
  readRow = (key: string) => this.#index.readRow(key);
  readRows = (keys: readonly string[]) => this.#index.readRows(keys);
  listRows = (topic: string, after: number, limit: number) => this.#index.listRows(topic, after, limit);
  listRowsOf = (topics: readonly string[], limit: number) => this.#index.listRowsOf(topics, limit);
  listPlacedRows = (query: PlaceQuery) => this.#index.listPlacedRows(query);
  countRows = (topic: string, most: number, within?: PlaceRange) => this.#index.countRows(topic, most, within);
  listVersions = (query: TopicVersionQuery, order: "oldest_first" | "newest_first") =>
    this.#index.listVersions(query, order);
  listPlacedVersions = (query: PlaceQuery, oldest: number) => this.#index.listPlacedVersions(query, oldest);
  countVersions = (query: TopicVersionQuery) => this.#index.countVersions(query);
  sumVersions = (query: TopicVersionQuery) => this.#index.sumVersions(query);
  stats = (oldest?: number) => this.#index.stats(oldest);
  prune = (oldest: number, most: number) => this.#index.prune(oldest, most);
  clear = () => this.#index.clear();
  close = () => this.#index.close();
}
