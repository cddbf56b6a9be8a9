import type { Address } from "@ledger/types";
import { bytesToU64, toHash, u64ToBytes } from "../../columns/bytes-view.ts";
import { unpackNumbers } from "../../columns/packed-numbers.ts";
import { columnToReplay, replayToColumn } from "../../columns/replay-column.ts";
import type { EventPage, EventPlace, TopicQuery } from "../../event-port.ts";
import type { EventEntry, SummaryEntry, SummaryQuery } from "../../port.ts";
import { versionPruned } from "../../store-error.ts";
import { noEvents, topicPage, topicRange } from "../../topic-page.ts";
import type { Statement } from "../connection/session.ts";
import { type Bounds, expectFilled, oldestLedger, type Reads, toParameter } from "./reads.ts";

interface SummaryColumns {
  readonly version: number | null;
  readonly hash: Uint8Array;
  readonly replay: Uint8Array;
}

interface EventColumns {
  readonly sequence: Uint8Array | null;
  readonly version: number;
  readonly position: number;
}

interface TopicColumns {
  readonly version: number | null;
  readonly positions: Uint8Array;
  readonly others: Uint8Array | null;
}

/** Reads by sender and by event handle. Rows below the ledger watermark wait to be deleted and do not count. */
export class IndexReads {
  readonly #reads: Reads;
  readonly #forward: Statement;
  readonly #backward: Statement;
  readonly #bySequence: Statement;
  readonly #events: Statement;
  readonly #lastEvent: Statement;
  readonly #topicForward: Statement;
  readonly #topicBackward: Statement;

  constructor(reads: Reads) {
    this.#reads = reads;
    const summaries = (name: string, order: string) =>
      reads.bound(
        name,
        "s.*",
        `left join (select version, hash, replay from @.summaries
           where sender = $1::bytea and version >= greatest($2::bigint, ${oldestLedger}) and version <= $3::bigint
           order by version ${order} limit $4::int) s on true`,
      );
    this.#forward = summaries("summaries_forward", "asc");
    this.#backward = summaries("summaries_backward", "desc");
    this.#bySequence = reads.bound(
      "summary_by_sequence",
      "s.version",
      `left join (select version from @.summaries
         where sender = $1::bytea and replay = $2::bytea and version >= ${oldestLedger}
         order by version limit 1) s on true`,
    );
    this.#events = reads.bound(
      "event_list",
      "e.*",
      `left join (select sequence, version, position from @.events
         where stream = $1::bytea and sequence >= $2::bytea and version >= ${oldestLedger}
         order by sequence, version, position limit $3::int) e on true`,
    );
    const topics = (name: string, order: string, start: string) =>
      reads.bound(
        name,
        "a.version, a.positions, b.positions as others",
        `left join (select version, positions from @.topic_events
           where topic = $1::uuid and version >= ${oldestLedger} and version ${start} $2::bigint
             and ($4::uuid is null or exists (select from @.topic_events
               where topic = $4::uuid and version >= ${oldestLedger}))
           order by version ${order} limit $3::int) a on true
         left join @.topic_events b on b.topic = $4::uuid and b.version = a.version`,
        `order by a.version ${order}`,
      );
    this.#topicForward = topics("topic_forward", "asc", ">=");
    this.#topicBackward = topics("topic_backward", "desc", "<=");
    this.#lastEvent = reads.bound(
      "event_last",
      "e.sequence",
      `left join (select sequence from @.events
         where stream = $1::bytea and version >= ${oldestLedger} order by sequence desc limit 1) e on true`,
    );
  }

  /** @param topics - hashed, as many as the query has */
  async listByTopic(query: TopicQuery, topics: readonly Uint8Array[]): Promise<EventPage> {
    const isForward = query.order === "oldest_first";
    // The bounds come with the rows: a start that the query leaves out is beyond every version.
    const { start, rows: most } = topicRange({ ...query, start: query.start ?? anyStart(isForward) }, 0n, 0n);
    const rows = await this.#reads.run<Bounds & TopicColumns>(isForward ? this.#topicForward : this.#topicBackward, [
      topics[0]!,
      toParameter(start.version),
      most,
      topics[1] ?? null,
    ]);
    const bounds = rows[0]!;
    expectFilled(bounds);
    const range = topicRange(query, BigInt(bounds.oldest_ledger), BigInt(bounds.head));
    if (bounds.version === null) return noEvents;
    return topicPage(
      query,
      range,
      rows.map(({ version, positions, others }) => ({
        version: BigInt(version!),
        positions: unpackNumbers(positions),
        others: others === null ? undefined : unpackNumbers(others),
      })),
    );
  }

  async listSummaries({ sender, start, end, limit }: SummaryQuery): Promise<readonly SummaryEntry[]> {
    const rows = await this.#reads.run<Bounds & SummaryColumns>(start === undefined ? this.#backward : this.#forward, [
      sender,
      start === undefined ? 0 : toParameter(start),
      end === undefined ? Number.MAX_SAFE_INTEGER : toParameter(end),
      Math.max(limit, 0),
    ]);
    const bounds = rows[0]!;
    expectFilled(bounds);
    if (start !== undefined && start < bounds.oldest_ledger) throw versionPruned(start, BigInt(bounds.oldest_ledger));
    if (bounds.version === null) return [];
    const entries = rows.map((row) => ({
      sender: sender.slice() as Address,
      version: BigInt(row.version!),
      hash: toHash(row.hash),
      replayProtector: columnToReplay(row.replay),
    }));
    return start === undefined ? entries.reverse() : entries;
  }

  async findBySequence(sender: Address, sequence: bigint): Promise<bigint | undefined> {
    const replay = replayToColumn({ kind: "SequenceNumber", value: sequence });
    const [row] = await this.#reads.run<Bounds & { version: number | null }>(this.#bySequence, [sender, replay]);
    expectFilled(row!);
    return row!.version === null ? undefined : BigInt(row!.version);
  }

  async listEvents(stream: Uint8Array, start: bigint, limit: number): Promise<readonly EventEntry[]> {
    const values = [stream, u64ToBytes(start), Math.max(limit, 0)];
    const rows = await this.#reads.run<Bounds & EventColumns>(this.#events, values);
    expectFilled(rows[0]!);
    if (rows[0]!.sequence === null) return [];
    return rows.map((row) => ({
      sequenceNumber: bytesToU64(row.sequence!),
      version: BigInt(row.version),
      index: row.position,
    }));
  }

  async nextSequence(stream: Uint8Array): Promise<bigint> {
    const [row] = await this.#reads.run<Bounds & EventColumns>(this.#lastEvent, [stream]);
    expectFilled(row!);
    return row!.sequence === null ? 0n : bytesToU64(row!.sequence) + 1n;
  }
}

/** A start before every event, in the order that is asked for. */
function anyStart(isForward: boolean): EventPlace {
  return { version: isForward ? 0n : BigInt(Number.MAX_SAFE_INTEGER), index: 0 };
}
