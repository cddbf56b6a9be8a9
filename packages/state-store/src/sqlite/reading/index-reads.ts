import { type Address, bytesEqual } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { bytesToU64, toHash, u64ToBytes } from "../../columns/bytes-view.ts";
import { columnToReplay, replayToColumn } from "../../columns/replay-column.ts";
import type { EventPage, TopicQuery } from "../../event-port.ts";
import type { EventEntry, SummaryEntry, SummaryQuery } from "../../port.ts";
import { noEvents, topicPage, topicRange } from "../../topic-page.ts";
import { unpackEventRefs } from "../rows/event-refs.ts";
import { prepareFindId } from "../rows/interner.ts";
import { damagedRow, prepareCheck } from "../rows/row-sum.ts";
import { type Row, selectFrom } from "../rows/tables.ts";
import { unpackPositions } from "../rows/topic-positions.ts";

/** A record as far as indexes lead to it, with the version that led there. The rest is null where there is no such record. */
type Indexed = Pick<
  Row<"records">,
  "version" | "hash" | "sender" | "replay" | "event_refs" | "topics" | "index_checksum"
>;

interface IndexedEvent extends Indexed {
  readonly sequence: Uint8Array;
  readonly position: number;
}

type TopicQueryValues = [topic: number, from: number, to: number, limit: number];

const checkIndexed = prepareCheck("records", "index_checksum");

const highestVersion = Number.MAX_SAFE_INTEGER;

/**
 * Reads by sender and by event handle, within the snapshot of the caller's lease. Rows below `oldest` wait to be deleted and do not count.
 * What an index leads to is compared with what the record says that it belongs to.
 */
export class IndexReads {
  readonly #senderId: (address: Uint8Array) => number | undefined;
  readonly #forward: Statement<[number, number, number, number], Indexed>;
  readonly #backward: Statement<[number, number, number, number], Indexed>;
  readonly #bySequence: Statement<[number, Uint8Array, number], Indexed>;
  readonly #streamId: (key: Uint8Array) => number | undefined;
  readonly #events: Statement<[number, Uint8Array, number, number], IndexedEvent>;
  readonly #lastEvent: Statement<[number, number], IndexedEvent>;
  readonly #topicId: (key: Uint8Array) => number | undefined;
  readonly #isTopicKept: Statement<[number, number], 1>;
  readonly #topicForward: Statement<TopicQueryValues, Row<"topic_events">>;
  readonly #topicBackward: Statement<TopicQueryValues, Row<"topic_events">>;
  readonly #topicAt: Statement<[topic: number, version: number], Row<"topic_events">>;

  constructor(database: Database) {
    const to = (table: string) =>
      `x.version, r.hash, r.sender, r.replay, r.event_refs, r.topics, r.index_checksum
       from ${table} x left join records r on r.version = x.version`;
    this.#senderId = prepareFindId(database, "senders", "address");
    const summaries = `select ${to("sender_records")} where x.sender_id = +? and x.version >= +? and x.version <= +?`;
    this.#forward = database.prepare(`${summaries} order by x.version limit +?`);
    this.#backward = database.prepare(`${summaries} order by x.version desc limit +?`);
    this.#bySequence = database.prepare(
      `select ${to("sender_sequences")}
       where x.sender_id = +? and x.sequence = +? and x.version >= +? order by x.version limit 1`,
    );
    this.#streamId = prepareFindId(database, "streams", "key");
    const events = `select x.sequence, x.position, ${to("stream_events")}`;
    this.#events = database.prepare(
      `${events} where x.stream_id = +? and x.sequence >= +? and x.version >= +?
       order by x.sequence, x.version, x.position limit +?`,
    );
    this.#lastEvent = database.prepare(
      `${events} where x.stream_id = +? and x.version >= +? order by x.sequence desc limit 1`,
    );
    this.#topicId = prepareFindId(database, "topics", "key");
    this.#isTopicKept = database
      .prepare<[number, number], 1>("select 1 from topic_events where topic_id = +? and version >= +? limit 1")
      .pluck();
    const topics = (order: "asc" | "desc"): Statement<TopicQueryValues, Row<"topic_events">> =>
      database.prepare(
        `${selectFrom("topic_events")} where topic_id = +? and version >= +? and version <= +?
         order by version ${order} limit +?`,
      );
    this.#topicForward = topics("asc");
    this.#topicBackward = topics("desc");
    this.#topicAt = database.prepare(`${selectFrom("topic_events")} where topic_id = +? and version = +?`);
  }

  /** @throws StoreError `version_pruned`, `corrupt` */
  listByTopic(query: TopicQuery, oldest: number, head: number): EventPage {
    const range = topicRange(query, BigInt(oldest), BigInt(head));
    const [first, second] = query.topics.map((key) => this.#topicId(key));
    if (first === undefined) return noEvents;
    if (query.topics.length === 2 && (second === undefined || !this.#isTopicKept.get(second, oldest))) return noEvents;
    const from = toVersion(range.start.version);
    const rows =
      query.order === "oldest_first"
        ? this.#topicForward.all(first, from, head, range.rows)
        : this.#topicBackward.all(first, oldest, from, range.rows);
    return topicPage(
      query,
      range,
      rows.map((row) => ({
        version: BigInt(row.version),
        positions: unpackPositions(row.topic_id, row.version, row.positions),
        others: second === undefined ? undefined : this.#positionsAt(second, row.version),
      })),
    );
  }

  #positionsAt(topic: number, version: number): readonly number[] | undefined {
    const row = this.#topicAt.get(topic, version);
    return row && unpackPositions(row.topic_id, row.version, row.positions);
  }

  listSummaries({ sender, start, end, limit }: SummaryQuery, oldest: number): readonly SummaryEntry[] {
    const id = this.#senderId(sender);
    if (id === undefined || limit < 1) return [];
    const low = start === undefined ? oldest : toVersion(start);
    const high = end === undefined ? highestVersion : toVersion(end);
    const rows =
      start === undefined
        ? this.#backward.all(id, low, high, limit).reverse()
        : this.#forward.all(id, low, high, limit);
    return rows.map((row) => {
      expectRecord(row, "sender_records", () => isOf(row, sender));
      return {
        sender: sender.slice() as Address,
        version: BigInt(row.version),
        hash: toHash(row.hash),
        replayProtector: columnToReplay(row.replay!),
      };
    });
  }

  findBySequence(sender: Address, sequence: bigint, oldest: number): bigint | undefined {
    const id = this.#senderId(sender);
    const row = id === undefined ? undefined : this.#bySequence.get(id, u64ToBytes(sequence), oldest);
    if (row === undefined) return undefined;
    const replay = replayToColumn({ kind: "SequenceNumber", value: sequence });
    expectRecord(row, "sender_sequences", () => isOf(row, sender) && bytesEqual(row.replay!, replay));
    return BigInt(row.version);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number, oldest: number): readonly EventEntry[] {
    const id = this.#streamId(key);
    if (id === undefined || limit < 1) return [];
    return this.#events.all(id, u64ToBytes(start), oldest, limit).map((row) => toEvent(key, row));
  }

  nextSequence(key: Uint8Array, oldest: number): bigint {
    const id = this.#streamId(key);
    const last = id === undefined ? undefined : this.#lastEvent.get(id, oldest);
    return last === undefined ? 0n : toEvent(key, last).sequenceNumber + 1n;
  }
}

function isOf({ sender }: Indexed, address: Uint8Array): boolean {
  return sender !== null && bytesEqual(sender, address);
}

/** @throws StoreError `corrupt` */
function toEvent(key: Uint8Array, row: IndexedEvent): EventEntry {
  const { version, position, sequence } = row;
  expectRecord(row, "stream_events", () =>
    unpackEventRefs(row.event_refs ?? new Uint8Array()).some(
      (ref) =>
        ref.index === position && bytesEqual(u64ToBytes(ref.sequenceNumber), sequence) && bytesEqual(ref.key, key),
    ),
  );
  return { sequenceNumber: bytesToU64(sequence), version: BigInt(version), index: position };
}

/** @throws StoreError `corrupt` for a record that is damaged, or does not say that the row of an index belongs to it */
function expectRecord(row: Indexed, index: string, isSaid: () => boolean): void {
  checkIndexed(row);
  if (!isSaid()) throw damagedRow(`table ${index}, version ${row.version}`);
}

/** A version bound as an integer of the database: everything above 2^53 is beyond every head. */
function toVersion(version: bigint): number {
  return version > BigInt(highestVersion) ? highestVersion : Number(version);
}
