import type { Database, Statement } from "better-sqlite3";
import { u64ToBytes } from "../../columns/bytes-view.ts";
import { unpackNumbers } from "../../columns/packed-numbers.ts";
import { columnToReplay } from "../../columns/replay-column.ts";
import { recordByteColumns } from "../../columns/row-values.ts";
import { unpackEventRefs } from "../rows/event-refs.ts";
import type { HashIndexWriter } from "../rows/hash-index.ts";
import type { Interner } from "../rows/interner.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import type { CommitWriter } from "../writing/commit-writer.ts";

interface DoomedRecord {
  version: number;
  hash: Uint8Array;
  sender: Uint8Array | null;
  replay: Uint8Array | null;
  event_refs: Uint8Array | null;
  topics: Uint8Array | null;
}

/** Deletes ledger records with their index rows, oldest first. The caller holds the transaction. */
export class LedgerPruner {
  readonly #senders: Interner;
  readonly #streams: Interner;
  readonly #topics: Interner;
  readonly #doomed: Statement<[number], DoomedRecord>;
  readonly #deleteRecords: Statement<[number]>;
  readonly #hashes: HashIndexWriter;
  readonly #deleteSenderRecord: Statement<[number, number]>;
  readonly #deleteSenderSequence: Statement<[number, Uint8Array, number]>;
  readonly #deleteEvent: Statement<[number, Uint8Array, number, number]>;
  readonly #deleteTopicEvents: Statement<[number, number]>;
  readonly #anyTopicEvent: Statement<[number], number>;
  readonly #topicKey: Statement<[number], Uint8Array>;
  readonly #anySenderRecord: Statement<[number], number>;
  readonly #anyEvent: Statement<[number], number>;
  readonly #deleteBlocks: Statement<[number]>;
  readonly #deleteFrontiers: Statement<[number]>;
  readonly #oldestHeight: Statement<[], number>;
  readonly #blockStart: Statement<[number], number>;
  readonly #nextBlock: Statement<[number], number>;
  readonly #count: Statement<[number, number], [records: number, bytes: number]>;

  constructor(database: Database, { hashes, senders, streams, topics }: CommitWriter) {
    this.#senders = senders;
    this.#streams = streams;
    this.#topics = topics;
    this.#doomed = database.prepare(
      "select version, hash, sender, replay, event_refs, topics from records where version < +? order by version",
    );
    this.#deleteRecords = database.prepare("delete from records where version < +?");
    this.#hashes = hashes;
    this.#deleteSenderRecord = database.prepare("delete from sender_records where sender_id = +? and version = +?");
    this.#deleteSenderSequence = database.prepare(
      "delete from sender_sequences where sender_id = +? and sequence = +? and version = +?",
    );
    this.#deleteEvent = database.prepare(
      "delete from stream_events where stream_id = +? and sequence = +? and version = +? and position = +?",
    );
    this.#deleteTopicEvents = database.prepare("delete from topic_events where topic_id = +? and version = +?");
    this.#anyTopicEvent = database
      .prepare<[number], number>("select 1 from topic_events where topic_id = +? limit 1")
      .pluck();
    this.#topicKey = database.prepare<[number], Uint8Array>("select key from topics where id = +?").pluck();
    this.#anySenderRecord = database
      .prepare<[number], number>("select 1 from sender_records where sender_id = +? limit 1")
      .pluck();
    this.#anyEvent = database
      .prepare<[number], number>("select 1 from stream_events where stream_id = +? limit 1")
      .pluck();
    this.#deleteBlocks = database.prepare("delete from blocks where first_version < +?");
    this.#deleteFrontiers = database.prepare("delete from frontiers where leaf_count < +?");
    this.#count = database
      .prepare<[number, number], [records: number, bytes: number]>(
        `select count(*), coalesce(sum(${recordByteColumns.map((column) => `length(${column})`).join(" + ")}), 0)
         from records where version >= +? and version < +?`,
      )
      .raw();
    this.#oldestHeight = database.prepare<[], number>("select min(height) from blocks").pluck();
    this.#blockStart = database
      .prepare<[number], number>(
        "select first_version from blocks where first_version <= +? order by first_version desc limit 1",
      )
      .pluck();
    this.#nextBlock = database
      .prepare<[number], number>(
        "select first_version from blocks where first_version > +? order by first_version limit 1",
      )
      .pluck();
  }

  /**
   * Deletes records below `target`, the start of a block, and moves the ledger watermark in `row` past them: as many
   * whole blocks as have at most `maxRows` records, and at least one.
   *
   * @returns how many records went
   */
  prune(row: LedgerRow, target: number, maxRows: number): number {
    const from = row.oldest_ledger_version;
    const oldest = this.#blockStart.get(Math.min(target, from + maxRows))!;
    const end = oldest > from ? oldest : (this.#nextBlock.get(from) ?? from);
    if (end <= from || end > target) return 0;
    const doomed = this.#doomed.all(end);
    for (const record of doomed) this.#hashes.remove(record.hash, record.version);
    this.#deleteSenders(doomed);
    this.#deleteEvents(doomed);
    this.#deleteTopics(doomed);
    this.#deleteRecords.run(end);
    this.#deleteBlocks.run(end);
    this.#deleteFrontiers.run(end);
    row.oldest_ledger_version = end;
    row.oldest_block_height = this.#oldestHeight.get()!;
    return doomed.length;
  }

  /** First version of the block that holds a kept version. */
  blockStart(version: number): number {
    return this.#blockStart.get(version) ?? 0;
  }

  /** Counts what a prune to `target` would delete. */
  plan(row: LedgerRow, target: number): { records: number; bytes: number } {
    const [records, bytes] = this.#count.get(row.oldest_ledger_version, target)!;
    return { records, bytes };
  }

  #deleteSenders(doomed: readonly DoomedRecord[]): void {
    const touched = new Map<number, Uint8Array>();
    for (const { version, sender, replay } of doomed) {
      if (sender === null || replay === null) continue;
      const id = this.#senders.find(sender);
      if (id === undefined) continue;
      touched.set(id, sender);
      this.#deleteSenderRecord.run(id, version);
      const protector = columnToReplay(replay);
      if (protector.kind === "SequenceNumber") this.#deleteSenderSequence.run(id, u64ToBytes(protector.value), version);
    }
    for (const [id, sender] of touched) if (this.#anySenderRecord.get(id) === undefined) this.#senders.remove(sender);
  }

  #deleteEvents(doomed: readonly DoomedRecord[]): void {
    const touched = new Map<number, Uint8Array>();
    for (const { version, event_refs } of doomed) {
      if (event_refs === null) continue;
      for (const { key, sequenceNumber, index } of unpackEventRefs(event_refs)) {
        const id = this.#streams.find(key);
        if (id === undefined) continue;
        touched.set(id, key);
        this.#deleteEvent.run(id, u64ToBytes(sequenceNumber), version, index);
      }
    }
    for (const [id, key] of touched) if (this.#anyEvent.get(id) === undefined) this.#streams.remove(key);
  }
  #deleteTopics(doomed: readonly DoomedRecord[]): void {
    const touched = new Set<number>();
    for (const { version, topics } of doomed) {
      if (topics === null) continue;
      for (const id of unpackNumbers(topics)) {
        touched.add(id);
        this.#deleteTopicEvents.run(id, version);
      }
    }
    for (const id of touched) {
      if (this.#anyTopicEvent.get(id) !== undefined) continue;
      const key = this.#topicKey.get(id);
      if (key !== undefined) this.#topics.remove(key);
    }
  }
}
