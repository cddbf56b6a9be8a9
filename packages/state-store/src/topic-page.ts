import { bytesEqual } from "@ledger/types";
import type { EventPage, EventPlace, TopicQuery } from "./event-port.ts";
import type { CommitRecord } from "./port.ts";
import { checkPageLimit } from "./read-bounds.ts";
import { versionPruned } from "./store-error.ts";

/** Transactions with the first of two topics that are looked at for one page. */
const mostLookedAt = 1_000;

/** A transaction with the first topic of a query. */
export interface TopicRow {
  readonly version: bigint;
  /** Positions of the events that have the first topic, ascending. */
  readonly positions: readonly number[];
  /** Those that have the second one; absent when none has, or when there is one topic. */
  readonly others?: readonly number[] | undefined;
}

/** The rows that a page is made of. */
export interface TopicRange {
  readonly start: EventPlace;
  /** Most rows to read. */
  readonly rows: number;
}

/** The page when one of the topics is of no event that is kept. */
export const noEvents: EventPage = { places: [], next: undefined };

/** Position that comes after every event of a transaction. */
const afterAll = 0xffff_ffff;

/**
 * Where the rows of a page begin, and how many there may be.
 *
 * @throws StoreError `version_pruned` for a start below the ledger watermark, from the oldest first; `invalid_argument`
 */
export function topicRange(query: TopicQuery, oldest: bigint, head: bigint): TopicRange {
  const { order, start, topics, limit } = query;
  checkPageLimit(limit);
  if (order === "oldest_first" && start !== undefined && start.version < oldest) {
    throw versionPruned(start.version, oldest);
  }
  const first = order === "oldest_first" ? { version: oldest, index: 0 } : { version: head, index: afterAll };
  // Each transaction with one topic has an event of it; only of the first one may all come before the start.
  return { start: start ?? first, rows: topics.length === 1 ? limit + 1 : mostLookedAt };
}

/** Makes a page of rows in the order of the query. */
export function topicPage(query: TopicQuery, { start, rows: asked }: TopicRange, rows: readonly TopicRow[]): EventPage {
  const { topics, limit } = query;
  const isForward = query.order === "oldest_first";
  const places: EventPlace[] = [];
  for (const { version, positions, others } of rows) {
    const both = topics.length === 1 ? positions : positions.filter((index) => others?.includes(index));
    for (const index of isForward ? both : both.toReversed()) {
      const isBefore = isForward ? index < start.index : index > start.index;
      if (version === start.version && isBefore) continue;
      if (places.length === limit) return { places, next: { version, index } };
      places.push({ version, index });
    }
  }
  const last = rows.at(-1);
  if (last === undefined || rows.length < asked) return { places, next: undefined };
  if (isForward) return { places, next: { version: last.version + 1n, index: 0 } };
  return { places, next: last.version === 0n ? undefined : { version: last.version - 1n, index: afterAll } };
}

/** Records in memory, found by the topics of their events. */
interface TopicRecords {
  /** Versions of those with a topic, ascending. */
  versionsOf(topic: Uint8Array): readonly number[];
  recordOf(version: number): CommitRecord;
}

/** The page that records in memory make, all of them kept. */
export function pageOfRecords(query: TopicQuery, records: TopicRecords, oldest: bigint, head: bigint): EventPage {
  const range = topicRange(query, oldest, head);
  const isForward = query.order === "oldest_first";
  const [first, second] = query.topics;
  if (second !== undefined && records.versionsOf(second).length === 0) return noEvents;
  const versions = records
    .versionsOf(first)
    .filter((version) => (isForward ? version >= range.start.version : version <= range.start.version));
  const rows = (isForward ? versions : versions.reverse()).slice(0, range.rows).map((place): TopicRow => {
    const { version, topics } = records.recordOf(place);
    const positionsOf = (key: Uint8Array) => topics.find((topic) => bytesEqual(topic.key, key))?.positions;
    return { version, positions: positionsOf(first)!, others: second && positionsOf(second) };
  });
  return topicPage(query, range, rows);
}
