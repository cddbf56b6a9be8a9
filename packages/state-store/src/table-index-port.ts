import type { Awaitable } from "@ledger/types";

/** A row of an index, and the place that it has among the rows of every topic it is found by. */
export interface IndexedRow {
  /** Ascending in the order in which the rows came. */
  readonly id: number;
  /** As it was written. */
  readonly row: string;
}

/** An entry of a topic. */
export interface TopicPlace {
  readonly topic: string;
  /**
   * Text of ASCII by which the entries of the topic are ordered, byte by byte; those with the same one by their rows or versions. Absent, as if it
   * were empty, where a topic has no other order.
   */
  readonly place?: string | undefined;
}

/** A row that a step puts in the place of the one with its key. */
export interface RowChange {
  readonly key: string;
  readonly row: string;
  /** Entries by which the row is found from now on, and was not before. */
  readonly found: readonly TopicPlace[];
  /** Entries by which it was found, and is no more. */
  readonly lost: readonly TopicPlace[];
}

/** A version that a topic leads to. */
export interface TopicVersion extends TopicPlace {
  readonly version: number;
  /** The number that the version counts for in counts of the topic; 1 when absent. */
  readonly count?: number | undefined;
}

/** A question for the entries of a topic in the order of their places. */
export interface PlaceQuery {
  readonly topic: string;
  /** The first and the last place, both included. */
  readonly from: string;
  readonly to: string;
  /** The entry after which the list begins, in its order: the end of the page before. */
  readonly after?: PlacedEntry | undefined;
  /** True for the last places first. */
  readonly isDescending: boolean;
  /** Most entries, at least 1. */
  readonly limit: number;
}

/** An entry of a topic that has an order. */
export interface PlacedEntry {
  readonly place: string;
  /** The id of a row, or a version. */
  readonly id: number;
}

/** The same with its row. */
export interface PlacedIndexedRow extends IndexedRow, PlacedEntry {}

/** Changes that become visible together, in one durable step. */
export interface TableIndexStep {
  /** How far the index is after the step: a text of the one who builds it. */
  readonly head: string;
  readonly rows: readonly RowChange[];
  /** Those that are there already are not added again. */
  readonly versions: readonly TopicVersion[];
}

/** A question for the versions of a topic without places, from one to another, both included. */
export interface TopicVersionQuery {
  readonly topic: string;
  readonly from: number;
  readonly to: number;
  /** Most versions, at least 1. */
  readonly limit: number;
}

/** The size of an index. */
export interface TableIndexStats {
  readonly rows: number;
  /** Entries by which rows are found. */
  readonly found: number;
  /** Entries that lead to versions. */
  readonly versions: number;
  /** On the disk; 0 in memory. */
  readonly bytes: number;
}

/**
 * The index of a ledger's tables, for those who read it: rows that later ones replace, found by topics, and the versions of
 * transactions that topics lead to. A topic is a text; what rows and topics mean is not looked at. It is kept apart from the
 * ledger, because it can be made again from it.
 */
export interface TableIndexReader {
  /**
   * Takes a new picture: all reads until the next call are of this moment.
   *
   * @returns the head of the latest step; `undefined` before the first one
   */
  renew(): Awaitable<string | undefined>;
  /** Lets go of the picture: a long one keeps what is written meanwhile from being put in its place. */
  release(): Awaitable<void>;
  /** @returns the row with a key */
  readRow(key: string): Awaitable<string | undefined>;
  /** The rows with some keys in one read, by key. */
  readRows(keys: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /** Rows of a topic without places, ascending by their ids, above `after`. */
  listRows(topic: string, after: number, limit: number): Awaitable<readonly IndexedRow[]>;
  /**
   * Rows of several topics in one read, of each topic all.
   *
   * @param limit - rows that are read together, of all topics
   * @returns by topic; `undefined` for topics whose rows did not fit in
   */
  listRowsOf(topics: readonly string[], limit: number): Awaitable<readonly (readonly IndexedRow[] | undefined)[]>;
  /** Rows of a topic in the order of their places. */
  listPlacedRows(query: PlaceQuery): Awaitable<readonly PlacedIndexedRow[]>;
  /** Rows of a topic, those from one place to another where these are given, counted no further than `most`. */
  countRows(topic: string, most: number, within?: Pick<PlaceQuery, "from" | "to">): Awaitable<number>;
  /** Versions of a topic, from the oldest or from the newest one. */
  listVersions(query: TopicVersionQuery, order: "oldest_first" | "newest_first"): Awaitable<readonly number[]>;
  /** The same, counted no further than the limit. */
  countVersions(query: TopicVersionQuery): Awaitable<number>;
  /** Adds up what they count for, no further than the limit: at most as many versions are looked at. */
  sumVersions(query: TopicVersionQuery): Awaitable<number>;
  /** Versions of a topic in the order of their places, those below `oldest` left out. */
  listPlacedVersions(query: PlaceQuery, oldest: number): Awaitable<readonly PlacedEntry[]>;
  /** Counts everything, which reads everything. @param oldest - versions below it are not counted, 0 when absent */
  stats(oldest?: number): Awaitable<TableIndexStats>;
  /** Releases what it has open. Closing twice is fine. */
  close(): Awaitable<void>;
}

/** The same, for the one who builds it. Reads see its own steps at once. */
export interface TableIndexStore extends TableIndexReader {
  write(step: TableIndexStep): Awaitable<void>;
  /**
   * Deletes versions below one, looking at about `most` of them; readers do not ask for these any more.
   *
   * @returns true when nothing is left to do
   */
  prune(oldest: number, most: number): Awaitable<boolean>;
  /** Forgets everything: the ledger is another one now, or another selection is wanted. */
  clear(): Awaitable<void>;
}
