import type { Database, Statement } from "better-sqlite3";
import type { CommitBatch, CommitBlock, CommitRecord } from "../../port.ts";
import { isPathKind } from "../../state-key.ts";
import { type LoggedWrite, LogWriter } from "../log/log-writer.ts";
import { joinHashes, u64ToBytes } from "../rows/bytes-view.ts";
import { packEventRefs } from "../rows/event-refs.ts";
import { HashIndexWriter } from "../rows/hash-index.ts";
import { Interner } from "../rows/interner.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { replayToColumn } from "../rows/replay-column.ts";
import { RowInserter } from "../rows/row-inserter.ts";
import type { BaseRow } from "./base-writer.ts";

type RecordRow = [
  version: number,
  hash: Uint8Array,
  sender: Uint8Array | null,
  replay: Uint8Array | null,
  accumulatorRoot: Uint8Array,
  eventRefs: Uint8Array | null,
  info: Uint8Array,
  events: Uint8Array,
  writeSet: Uint8Array,
  body: Uint8Array,
];

/** Writes the rows of a batch. The caller holds the transaction. */
export class CommitWriter {
  readonly keys: Interner;
  readonly senders: Interner;
  readonly streams: Interner;
  readonly #block: Statement;
  readonly #records: RowInserter<RecordRow>;
  readonly hashes: HashIndexWriter;
  readonly #senderRecords: RowInserter<[senderId: number, version: number]>;
  readonly #senderSequences: RowInserter<[senderId: number, sequence: Uint8Array, version: number]>;
  readonly #events: RowInserter<[streamId: number, sequence: Uint8Array, version: number, position: number]>;
  readonly #log: LogWriter;
  readonly #frontier: Statement<[number, Uint8Array]>;

  constructor(database: Database) {
    this.keys = new Interner(database, "state_keys", "key");
    this.senders = new Interner(database, "senders", "address");
    this.streams = new Interner(database, "streams", "key");
    this.#block = database.prepare("insert into blocks values (?, ?, ?, ?, ?, ?, ?)");
    this.#records = new RowInserter(database, "records", 10);
    this.hashes = new HashIndexWriter(database);
    this.#senderRecords = new RowInserter(database, "sender_records", 2);
    this.#senderSequences = new RowInserter(database, "sender_sequences", 3);
    this.#events = new RowInserter(database, "stream_events", 4, "ignore");
    this.#log = new LogWriter(database);
    this.#frontier = database.prepare("insert into frontiers values (?, ?)");
  }

  /**
   * @param base - of a ledger without a row yet, if it does not begin with genesis
   * @returns the ledger row after the batch
   */
  write(batch: CommitBatch, before: LedgerRow | undefined, base: BaseRow | undefined): LedgerRow {
    const row: LedgerRow = before === undefined ? firstRow(batch, base) : { ...before };
    const writes: LoggedWrite[] = [];
    for (const block of batch.blocks) this.#writeBlock(block, row, writes);
    for (const rows of this.#inserters()) rows.flush();
    this.#log.append(writes, Number(batch.blocks[0]!.firstVersion), row);
    if (batch.frontier !== undefined) {
      this.#frontier.run(Number(batch.frontier.leafCount), joinHashes(batch.frontier.roots));
    }
    return row;
  }

  #writeBlock(block: CommitBlock, row: LedgerRow, writes: LoggedWrite[]): void {
    const height = Number(block.height);
    const epoch = Number(block.epoch);
    const timestamp = Number(block.timestampUsecs);
    const firstVersion = Number(block.firstVersion);
    const lastVersion = Number(block.lastVersion);
    this.#block.run(height, block.hash, epoch, Number(block.round), timestamp, firstVersion, lastVersion);
    for (const record of block.records) this.#writeRecord(record, row, writes);
    row.version = lastVersion;
    row.block_height = height;
    row.epoch = epoch;
    row.timestamp_usecs = timestamp;
  }

  #writeRecord(record: CommitRecord, row: LedgerRow, writes: LoggedWrite[]): void {
    const version = Number(record.version);
    if (record.user !== undefined) this.#writeSender(record.user, version, row);
    if (record.handleEvents.length > 0) this.#writeEvents(record, version, row);
    const rows = this.#records;
    rows.add(
      version,
      rows.copySmall(record.hash),
      record.user === undefined ? null : rows.copySmall(record.user.sender),
      record.user === undefined ? null : rows.copySmall(replayToColumn(record.user.replayProtector)),
      rows.copySmall(record.accumulatorRoot),
      record.handleEvents.length === 0 ? null : packEventRefs(record.handleEvents),
      rows.copySmall(record.info),
      rows.copySmall(record.events),
      rows.copySmall(record.writeSet),
      rows.copySmall(record.transaction),
    );
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
    this.#senderRecords.add(id, version);
    if (replayProtector.kind !== "SequenceNumber") return;
    const rows = this.#senderSequences;
    rows.add(id, rows.copySmall(u64ToBytes(replayProtector.value)), version);
  }

  #writeEvents({ handleEvents }: CommitRecord, version: number, row: LedgerRow): void {
    const rows = this.#events;
    for (const { key, sequenceNumber, index } of handleEvents) {
      const streamId = this.streams.intern(key, row.next_stream_id);
      if (streamId === row.next_stream_id) row.next_stream_id++;
      rows.add(streamId, rows.copySmall(u64ToBytes(sequenceNumber)), version, index);
    }
  }

  #inserters(): readonly Pick<RowInserter<never>, "flush" | "reset">[] {
    return [this.#records, this.hashes, this.#senderRecords, this.#senderSequences, this.#events];
  }

  /** Forgets what was learned in a transaction that did not commit. */
  reset(): void {
    this.keys.reset();
    this.senders.reset();
    this.streams.reset();
    for (const rows of this.#inserters()) rows.reset();
  }
}

function firstRow({ identity }: CommitBatch, base: BaseRow | undefined): LedgerRow {
  const version = base?.version ?? 0;
  const height = base?.block_height ?? 0;
  return {
    chain_id: identity.chainId,
    genesis_hash: identity.genesisHash ?? new Uint8Array(0),
    version,
    oldest_version: version,
    oldest_ledger_version: version,
    timestamp_usecs: 0,
    epoch: 0,
    block_height: height,
    oldest_block_height: height,
    last_module_version: version,
    swept_version: version - 1,
    sweep_key: 0,
    merged_version: version - 1,
    sealed_version: version - 1,
    merge_key: 0,
    merge_version: 0,
    open_rows: 0,
    open_batches: 0,
    next_chunk: 1,
    key_generation: 0,
    next_key_id: base?.next_key_id ?? 1,
    next_sender_id: 1,
    next_stream_id: 1,
    base_version: version,
    base_is_partial: base?.is_partial ?? 0,
    base_is_chained: base?.is_chained ?? 1,
  };
}
