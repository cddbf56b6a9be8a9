import { setImmediate as nextTurn } from "node:timers/promises";
import { joinHashes, u64ToBytes } from "../../columns/bytes-view.ts";
import { packNumbers } from "../../columns/packed-numbers.ts";
import { replayToColumn } from "../../columns/replay-column.ts";
import { toBlockColumns } from "../../columns/row-values.ts";
import { checkBatch, checkColumns, genesisStart } from "../../commit-check.ts";
import type { CommitBatch, CommitBlock, CommitRecord } from "../../port.ts";
import { isPathKind } from "../../state-key.ts";
import { expectLedger, type HeadChange, type HeadRow, headToSummary } from "../rows/head-row.ts";
import { hashKey } from "../rows/key-hash.ts";
import { rowBytes } from "../rows/sizes.ts";
import type { Row } from "../rows/tables.ts";
import { type HashedKey, insertKeys } from "./state-keys.ts";
import type { Transaction } from "./transaction.ts";
import type { WrittenKey, WrittenKeys } from "./written-keys.ts";

/** The place that the next batch of a store continues. */
function placeOf(head: HeadRow): Parameters<typeof checkBatch>[1] {
  const { base_version, base_block_height } = head;
  const start =
    base_version === null
      ? genesisStart
      : { version: BigInt(base_version), blockHeight: BigInt(base_block_height ?? 0) };
  return {
    head: head.version === null ? undefined : headToSummary(expectLedger(head)),
    start,
    isChained: base_version === null || head.base_is_chained === true,
  };
}

/** A key that a commit offered to be stored. */
export interface OfferedKey extends HashedKey {
  readonly known: WrittenKey;
}

/**
 * Writes the rows of a batch that continues the store.
 *
 * @returns the keys that are stored once the transaction has ended well
 * @throws StoreError what `checkBatch` refuses
 */
export async function writeBatch(
  transaction: Transaction,
  batch: CommitBatch,
  keys: WrittenKeys,
): Promise<readonly OfferedKey[]> {
  const { head } = transaction;
  const place = placeOf(head);
  checkBatch(batch, place);
  checkColumns(batch);
  const lastBlock = batch.blocks.at(-1);
  if (lastBlock === undefined) return [];
  const firstVersion = Number(batch.blocks[0]!.firstVersion);
  const lastVersion = Number(lastBlock.lastVersion);
  const state = new StateRows(keys, head.version === null ? Number(place.start.version) : head.last_module_version);
  const records = new RecordRows(head.key_salt);
  // The server works longest on the state: the rows of the records are made meanwhile.
  await Promise.all([transaction.load("state_values", state.rowsOf(batch.blocks)), records.add(batch.blocks)]);

  const newKeys = await insertKeys(transaction, state.offered);
  const hashes = Buffer.concat(state.keys.map(({ hash }) => hash));
  const written = { last_version: lastVersion, part: 0, first_version: firstVersion, key_hashes: hashes };
  await transaction.load("written_keys", [written]);
  await transaction.load("blocks", records.blocks);
  await transaction.load("records", records.records);
  await transaction.load("hashes", records.hashes);
  await transaction.load("summaries", records.summaries);
  await transaction.load("events", records.events);
  await transaction.load("topic_events", records.topicEvents);
  if (batch.frontier !== undefined) {
    await transaction.query("insert into @.frontiers (leaf_count, roots) values ($1, $2)", [
      Number(batch.frontier.leafCount),
      joinHashes(batch.frontier.roots),
    ]);
  }
  transaction.change({
    ...(head.version === null ? firstHead(batch, Number(place.start.version), Number(place.start.blockHeight)) : {}),
    version: lastVersion,
    timestamp_usecs: Number(lastBlock.timestampUsecs),
    epoch: Number(lastBlock.epoch),
    block_height: Number(lastBlock.height),
    last_module_version: state.lastModuleVersion,
    incarnation: batch.incarnation ?? 0,
    state_bytes: head.state_bytes + state.bytes + newKeys * rowBytes.stateKey,
    ledger_bytes: head.ledger_bytes + records.bytes,
  });
  return state.offered;
}

/** Records that become rows before the thread does other work. */
const recordsAtOnce = 64;

function firstHead({ identity }: CommitBatch, version: number, height: number): HeadChange {
  return {
    chain_id: identity.chainId,
    genesis_hash: identity.genesisHash ?? null,
    oldest_version: version,
    oldest_ledger_version: version,
    oldest_block_height: height,
    swept_version: version - 1,
    swept_ledger_version: version,
  };
}

/** The rows of a batch's records, table by table. */
class RecordRows {
  readonly blocks: Row<"blocks">[] = [];
  readonly records: Row<"records">[] = [];
  readonly hashes: Row<"hashes">[] = [];
  readonly summaries: Row<"summaries">[] = [];
  readonly events: Row<"events">[] = [];
  readonly topicEvents: Row<"topic_events">[] = [];
  bytes = 0;
  readonly #salt: Uint8Array;
  /** Hashes of the batch's topics: most transactions have the same ones. */
  readonly #topics = new Map<string, Uint8Array>();

  constructor(salt: Uint8Array) {
    this.#salt = salt;
  }

  async add(blocks: readonly CommitBlock[]): Promise<void> {
    let records = 0;
    for (const block of blocks) {
      this.blocks.push(toBlockColumns(block));
      for (const record of block.records) {
        this.#addRecord(record);
        if (++records % recordsAtOnce === 0) await nextTurn();
      }
    }
  }

  #addRecord(record: CommitRecord): void {
    const version = Number(record.version);
    const { hash, user, info, events, writeSet, transaction, accumulatorRoot } = record;
    const summary =
      user === undefined ? undefined : { sender: user.sender, replay: replayToColumn(user.replayProtector) };
    this.records.push({
      version,
      hash,
      sender: summary?.sender ?? null,
      replay: summary?.replay ?? null,
      accumulator_root: accumulatorRoot,
      info,
      events,
      write_set: writeSet,
      body: transaction,
    });
    this.bytes += rowBytes.record + info.length + events.length + writeSet.length + transaction.length;
    this.hashes.push({ hash, version });
    if (summary !== undefined) this.summaries.push({ ...summary, version, hash });
    this.#addEvents(record, version);
    for (const { key, positions } of record.topics) {
      this.topicEvents.push({ topic: this.#topicHash(key), version, positions: packNumbers(positions) });
    }
    this.bytes += record.topics.length * rowBytes.topic;
  }

  #topicHash(key: Uint8Array): Uint8Array {
    const name = Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const hash = hashKey(this.#salt, key);
    this.#topics.set(name, hash);
    return hash;
  }

  /** An index holds each of its entries once. */
  #addEvents({ handleEvents }: CommitRecord, version: number): void {
    const seen = new Set<string>();
    for (const { key, sequenceNumber, index } of handleEvents) {
      const sequence = u64ToBytes(sequenceNumber);
      const entry = `${Buffer.from(key).toString("latin1")} ${sequenceNumber} ${index}`;
      if (seen.has(entry)) continue;
      seen.add(entry);
      this.events.push({ stream: key, sequence, version, position: index });
    }
  }
}

/** The rows of a batch's state, made while they are sent. */
class StateRows {
  /** The key of every row. */
  readonly keys: WrittenKey[] = [];
  /** Those that may not be stored yet. */
  readonly offered: OfferedKey[] = [];
  bytes = 0;
  lastModuleVersion: number;
  readonly #known: WrittenKeys;
  readonly #batch: number;

  constructor(known: WrittenKeys, lastModuleVersion: number) {
    this.#known = known;
    this.#batch = known.beginBatch();
    this.lastModuleVersion = lastModuleVersion;
  }

  *rowsOf(blocks: readonly CommitBlock[]): Generator<Row<"state_values">> {
    for (const { records } of blocks) {
      for (const { writes, version } of records) yield* this.#rowsOf(writes, Number(version));
    }
  }

  /** Of several writes of a record to a key the last one counts. */
  *#rowsOf(writes: CommitRecord["writes"], version: number): Generator<Row<"state_values">> {
    const keys: WrittenKey[] = [];
    for (const { key } of writes) {
      const known = this.#known.of(key);
      known.place = keys.push(known);
    }
    for (let i = 0; i < keys.length; i++) {
      const known = keys[i]!;
      if (known.place !== i + 1) continue;
      const { key, value, metadata } = writes[i]!;
      this.keys.push(known);
      if (known.batch !== this.#batch) {
        known.batch = this.#batch;
        if (!known.isStored) this.offered.push({ hash: known.hash, key, known });
      }
      this.bytes += rowBytes.stateValue + (value?.length ?? 0) + (metadata?.length ?? 0);
      if (isPathKind(key, "code")) this.lastModuleVersion = version;
      yield {
        key_hash: known.hash,
        version,
        value: value ?? null,
        metadata: metadata ?? null,
        origin: null,
        is_lost: null,
      };
    }
  }
}
