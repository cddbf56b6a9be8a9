import type { Database } from "better-sqlite3";
import { joinHashes, u64ToBytes } from "../../columns/bytes-view.ts";
import { packNumbers } from "../../columns/packed-numbers.ts";
import { replayToColumn } from "../../columns/replay-column.ts";
import { toBlockColumns } from "../../columns/row-values.ts";
import type { CommitBatch, CommitBlock, CommitRecord } from "../../port.ts";
import { isPathKind } from "../../state-key.ts";
import { type LoggedWrite, LogWriter } from "../log/log-writer.ts";
import { packEventRefs } from "../rows/event-refs.ts";
import { HashIndexWriter } from "../rows/hash-index.ts";
import { Interner } from "../rows/interner.ts";
import { firstLedgerRow, type LedgerRow } from "../rows/ledger-row.ts";
import { prepareInsert, RowInserter } from "../rows/row-inserter.ts";
import type { NewRow, Row } from "../rows/tables.ts";
import { packPositions } from "../rows/topic-positions.ts";

/** Writes the rows of a batch. The caller holds the transaction. */
export class CommitWriter {
  readonly keys: Interner;
  readonly senders: Interner;
  readonly streams: Interner;
  readonly topics: Interner;
  readonly #insertBlock: (row: NewRow<"blocks">) => void;
  readonly #records: RowInserter<"records">;
  readonly hashes: HashIndexWriter;
  readonly #senderRecords: RowInserter<"sender_records">;
  readonly #senderSequences: RowInserter<"sender_sequences">;
  readonly #events: RowInserter<"stream_events">;
  readonly #topicEvents: RowInserter<"topic_events">;
  readonly #log: LogWriter;
  readonly #insertFrontier: (row: NewRow<"frontiers">) => void;

  constructor(database: Database) {
    this.keys = new Interner(database, "state_keys", "key");
    this.senders = new Interner(database, "senders", "address");
    this.streams = new Interner(database, "streams", "key");
    this.topics = new Interner(database, "topics", "key");
    this.#insertBlock = prepareInsert(database, "blocks");
    this.#records = new RowInserter(database, "records");
    this.hashes = new HashIndexWriter(database);
    this.#senderRecords = new RowInserter(database, "sender_records");
    this.#senderSequences = new RowInserter(database, "sender_sequences");
    this.#events = new RowInserter(database, "stream_events", "ignore");
    this.#topicEvents = new RowInserter(database, "topic_events");
    this.#log = new LogWriter(database);
    this.#insertFrontier = prepareInsert(database, "frontiers");
  }

  /**
   * @param base - of a ledger without a row yet, if it does not begin with genesis
   * @returns the ledger row after the batch
   */
  write(batch: CommitBatch, before: LedgerRow | undefined, base: Row<"base"> | undefined): LedgerRow {
    const row: LedgerRow = before === undefined ? firstLedgerRow(batch.identity, base) : { ...before };
    row.incarnation = batch.incarnation ?? 0;
    const writes: LoggedWrite[] = [];
    for (const block of batch.blocks) this.#writeBlock(block, row, writes);
    for (const rows of this.#inserters()) rows.flush();
    this.#log.append(writes, Number(batch.blocks[0]!.firstVersion), row);
    if (batch.frontier !== undefined) {
      const { leafCount, roots } = batch.frontier;
      this.#insertFrontier({ leaf_count: Number(leafCount), roots: joinHashes(roots) });
    }
    return row;
  }

  #writeBlock(block: CommitBlock, row: LedgerRow, writes: LoggedWrite[]): void {
    const blockRow = toBlockColumns(block);
    this.#insertBlock(blockRow);
    for (const record of block.records) this.#writeRecord(record, row, writes);
    row.version = blockRow.last_version;
    row.block_height = blockRow.height;
    row.epoch = blockRow.epoch;
    row.timestamp_usecs = blockRow.timestamp_usecs;
  }

  #writeRecord(record: CommitRecord, row: LedgerRow, writes: LoggedWrite[]): void {
    const version = Number(record.version);
    if (record.user !== undefined) this.#writeSender(record.user, version, row);
    if (record.handleEvents.length > 0) this.#writeEvents(record, version, row);
    const rows = this.#records;
    rows.add({
      version,
      hash: rows.copySmall(record.hash),
      sender: record.user === undefined ? null : rows.copySmall(record.user.sender),
      replay: record.user === undefined ? null : rows.copySmall(replayToColumn(record.user.replayProtector)),
      accumulator_root: rows.copySmall(record.accumulatorRoot),
      event_refs: record.handleEvents.length === 0 ? null : packEventRefs(record.handleEvents),
      info: rows.copySmall(record.info),
      events: rows.copySmall(record.events),
      write_set: rows.copySmall(record.writeSet),
      body: rows.copySmall(record.transaction),
      topics: record.topics.length === 0 ? null : rows.copySmall(this.#writeTopics(record, version, row)),
    });
    this.hashes.add(record.hash, version);
    for (const write of record.writes) {
      const keyId = this.keys.intern(write.key, row.next_key_id);
      if (keyId === row.next_key_id) row.next_key_id++;
      writes.push({ keyId, version, write });
      if (isPathKind(write.key, "code")) row.last_module_version = version;
    }
  }

  #writeSender({ sender, replayProtector }: NonNullable<CommitRecord["user"]>, version: number, row: LedgerRow): void {
    const id = this.senders.intern(sender, row.next_sender_id);
    if (id === row.next_sender_id) row.next_sender_id++;
    this.#senderRecords.add({ sender_id: id, version });
    if (replayProtector.kind !== "SequenceNumber") return;
    const rows = this.#senderSequences;
    rows.add({ sender_id: id, sequence: rows.copySmall(u64ToBytes(replayProtector.value)), version });
  }

  #writeEvents({ handleEvents }: CommitRecord, version: number, row: LedgerRow): void {
    const rows = this.#events;
    for (const { key, sequenceNumber, index } of handleEvents) {
      const streamId = this.streams.intern(key, row.next_stream_id);
      if (streamId === row.next_stream_id) row.next_stream_id++;
      const sequence = rows.copySmall(u64ToBytes(sequenceNumber));
      rows.add({ stream_id: streamId, sequence, version, position: index });
    }
  }

  /** @returns the ids of the topics, packed */
  #writeTopics({ topics }: CommitRecord, version: number, row: LedgerRow): Uint8Array {
    const rows = this.#topicEvents;
    const ids: number[] = [];
    for (const { key, positions } of topics) {
      const id = this.topics.intern(key, row.next_topic_id);
      if (id === row.next_topic_id) row.next_topic_id++;
      ids.push(id);
      rows.add({ topic_id: id, version, positions: rows.copySmall(packPositions(id, version, positions)) });
    }
    return packNumbers(ids);
  }

  #inserters(): readonly { flush(): void; reset(): void }[] {
    return [this.#records, this.hashes, this.#senderRecords, this.#senderSequences, this.#events, this.#topicEvents];
  }

  /** Forgets what was learned in a transaction that did not commit. */
  reset(): void {
    this.keys.reset();
    this.senders.reset();
    this.streams.reset();
    this.topics.reset();
    for (const rows of this.#inserters()) rows.reset();
  }
}
