import type { Address } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { bytesToU64, toHash, u64ToBytes } from "../../columns/bytes-view.ts";
import { unpackNumbers } from "../../columns/packed-numbers.ts";
import { columnToReplay } from "../../columns/replay-column.ts";
import type { EventPage, TopicQuery } from "../../event-port.ts";
import type { EventEntry, SummaryEntry, SummaryQuery } from "../../port.ts";
import { noEvents, topicPage, topicRange } from "../../topic-page.ts";

interface SummaryRow {
  version: number;
  hash: Uint8Array;
  replay: Uint8Array;
}

interface TopicEventsRow {
  version: number;
  positions: Uint8Array;
  others: Uint8Array | null;
}

interface EventRow {
  sequence: Uint8Array;
  version: number;
  position: number;
}

const highestVersion = Number.MAX_SAFE_INTEGER;

/** Reads by sender and by event handle, within the snapshot of the caller's lease. Rows below `oldest` wait to be deleted and do not count. */
export class IndexReads {
  readonly #senderId: Statement<[Uint8Array], number>;
  readonly #forward: Statement<[number, number, number, number], SummaryRow>;
  readonly #backward: Statement<[number, number, number, number], SummaryRow>;
  readonly #bySequence: Statement<[number, Uint8Array, number], number>;
  readonly #streamId: Statement<[Uint8Array], number>;
  readonly #events: Statement<[number, Uint8Array, number, number], EventRow>;
  readonly #lastEvent: Statement<[number, number], Uint8Array>;
  readonly #topicId: Statement<[Uint8Array], number>;
  readonly #isTopicKept: Statement<[number, number], 1>;
  readonly #topicForward: Statement<[number, number, number, number, number], TopicEventsRow>;
  readonly #topicBackward: Statement<[number, number, number, number, number], TopicEventsRow>;

  constructor(database: Database) {
    this.#senderId = database.prepare<[Uint8Array], number>("select id from senders where address = +?").pluck();
    const summaries = `select s.version, hash, replay from sender_records s join records r on r.version = s.version
      where s.sender_id = +? and s.version >= +? and s.version <= +?`;
    this.#forward = database.prepare(`${summaries} order by s.version limit +?`);
    this.#backward = database.prepare(`${summaries} order by s.version desc limit +?`);
    this.#bySequence = database
      .prepare<[number, Uint8Array, number], number>(
        "select version from sender_sequences where sender_id = +? and sequence = +? and version >= +? order by version limit 1",
      )
      .pluck();
    this.#streamId = database.prepare<[Uint8Array], number>("select id from streams where key = +?").pluck();
    this.#events = database.prepare(
      `select sequence, version, position from stream_events
       where stream_id = +? and sequence >= +? and version >= +? order by sequence, version, position limit +?`,
    );
    this.#lastEvent = database
      .prepare<[number, number], Uint8Array>(
        "select sequence from stream_events where stream_id = +? and version >= +? order by sequence desc limit 1",
      )
      .pluck();
    this.#topicId = database.prepare<[Uint8Array], number>("select id from topics where key = +?").pluck();
    this.#isTopicKept = database
      .prepare<[number, number], 1>("select 1 from topic_events where topic_id = +? and version >= +? limit 1")
      .pluck();
    const topics = (order: "asc" | "desc"): Statement<[number, number, number, number, number], TopicEventsRow> =>
      database.prepare(
        `select version, positions,
           (select b.positions from topic_events b where b.topic_id = +? and b.version = a.version) as others
         from topic_events a where topic_id = +? and version >= +? and version <= +? order by version ${order} limit +?`,
      );
    this.#topicForward = topics("asc");
    this.#topicBackward = topics("desc");
  }

  /** @throws StoreError `version_pruned` */
  listByTopic(query: TopicQuery, oldest: number, head: number): EventPage {
    const range = topicRange(query, BigInt(oldest), BigInt(head));
    const [first, second] = query.topics.map((key) => this.#topicId.get(key));
    if (first === undefined) return noEvents;
    if (query.topics.length === 2 && (second === undefined || !this.#isTopicKept.get(second, oldest))) return noEvents;
    const from = toVersion(range.start.version);
    // No topic has the id 0.
    const rows =
      query.order === "oldest_first"
        ? this.#topicForward.all(second ?? 0, first, from, head, range.rows)
        : this.#topicBackward.all(second ?? 0, first, oldest, from, range.rows);
    return topicPage(
      query,
      range,
      rows.map(({ version, positions, others }) => ({
        version: BigInt(version),
        positions: unpackNumbers(positions),
        others: others === null ? undefined : unpackNumbers(others),
      })),
    );
  }

  listSummaries({ sender, start, end, limit }: SummaryQuery, oldest: number): readonly SummaryEntry[] {
    const id = this.#senderId.get(sender);
    if (id === undefined || limit < 1) return [];
    const low = start === undefined ? oldest : toVersion(start);
    const high = end === undefined ? highestVersion : toVersion(end);
    const rows =
      start === undefined
        ? this.#backward.all(id, low, high, limit).reverse()
        : this.#forward.all(id, low, high, limit);
    return rows.map((row) => ({
      sender: sender.slice() as Address,
      version: BigInt(row.version),
      hash: toHash(row.hash),
      replayProtector: columnToReplay(row.replay),
    }));
  }

  findBySequence(sender: Address, sequence: bigint, oldest: number): bigint | undefined {
    const id = this.#senderId.get(sender);
    const version = id === undefined ? undefined : this.#bySequence.get(id, u64ToBytes(sequence), oldest);
    return version === undefined ? undefined : BigInt(version);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number, oldest: number): readonly EventEntry[] {
    const id = this.#streamId.get(key);
    if (id === undefined || limit < 1) return [];
    return this.#events.all(id, u64ToBytes(start), oldest, limit).map((row) => ({
      sequenceNumber: bytesToU64(row.sequence),
      version: BigInt(row.version),
      index: row.position,
    }));
  }

  nextSequence(key: Uint8Array, oldest: number): bigint {
    const id = this.#streamId.get(key);
    const last = id === undefined ? undefined : this.#lastEvent.get(id, oldest);
    return last === undefined ? 0n : bytesToU64(last) + 1n;
  }
}

/** A version bound as an integer of the database: everything above 2^53 is beyond every head. */
function toVersion(version: bigint): number {
  return version > BigInt(highestVersion) ? highestVersion : Number(version);
}
