import { setImmediate as nextTurn } from "node:timers/promises";
import { joinHashes, u64ToBytes } from "../../columns/bytes-view.ts";
import { replayToColumn } from "../../columns/replay-column.ts";
import { checkBatch, genesisStart } from "../../commit-check.ts";
import type { CommitBatch, CommitBlock, CommitRecord } from "../../port.ts";
import { isPathKind } from "../../state-key.ts";
import type { Row } from "../rows/copy-rows.ts";
import { expectLedger, type HeadChange, type HeadRow, headToSummary } from "../rows/head-row.ts";
import { rowBytes } from "../rows/sizes.ts";
import { tables } from "../rows/tables.ts";
import type { KeyHashes } from "./key-hashes.ts";
import type { KnownKeys } from "./known-keys.ts";
import { type HashedKey, insertKeys } from "./state-keys.ts";
import type { Transaction } from "./writer.ts";

/** Where the first batch of a store begins, and what it continues. */
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

/**
 * Writes the rows of a batch that continues the store.
 *
 * @returns the keys that are known to be stored once the transaction has ended well
 * @throws StoreError what `checkBatch` refuses
 */
export async function writeBatch(
  transaction: Transaction,
  batch: CommitBatch,
  known: KnownKeys,
  hashes: KeyHashes,
): Promise<readonly HashedKey[]> {
  const { head } = transaction;
  const place = placeOf(head);
  checkBatch(batch, place);
  const lastBlock = batch.blocks.at(-1);
  if (lastBlock === undefined) return [];
  const rows = new BatchRows(hashes, head.version === null ? Number(place.start.version) : head.last_module_version);
  for (const block of batch.blocks) rows.addBlock(block);
  // The server takes in the records while the rows of the state are made.
  await Promise.all([loadRecords(transaction, rows), rows.addState(batch.blocks)]);

  const unknown = rows.keys.filter(({ hash }) => !known.has(hash));
  const newKeys = await insertKeys(transaction, unknown);
  await transaction.load(tables.stateValues, rows.stateValues);
  const firstVersion = Number(batch.blocks[0]!.firstVersion);
  const lastVersion = Number(lastBlock.lastVersion);
  await transaction.load(tables.writtenKeys, [
    [lastVersion, 0, firstVersion, Buffer.concat(rows.keys.map(({ hash }) => hash))],
  ]);
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
    last_module_version: rows.lastModuleVersion,
    state_bytes: head.state_bytes + rows.stateBytes + newKeys * rowBytes.stateKey,
    ledger_bytes: head.ledger_bytes + rows.recordBytes,
  });
  return unknown;
}

async function loadRecords(transaction: Transaction, rows: BatchRows): Promise<void> {
  await transaction.load(tables.blocks, rows.blocks);
  await transaction.load(tables.records, rows.records);
  await transaction.load(tables.hashes, rows.hashes);
  await transaction.load(tables.summaries, rows.summaries);
  await transaction.load(tables.events, rows.events);
}

/** Records whose writes become rows before other work of the thread goes on. */
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

/** The rows of a batch, table by table. */
class BatchRows {
  readonly blocks: Row[] = [];
  readonly records: Row[] = [];
  readonly hashes: Row[] = [];
  readonly summaries: Row[] = [];
  readonly events: Row[] = [];
  readonly stateValues: Row[] = [];
  /** Every key that is written, once. */
  readonly keys: HashedKey[] = [];
  stateBytes = 0;
  recordBytes = 0;
  lastModuleVersion: number;
  readonly #keyHashes: KeyHashes;
  readonly #seen = new Set<string>();

  constructor(keyHashes: KeyHashes, lastModuleVersion: number) {
    this.#keyHashes = keyHashes;
    this.lastModuleVersion = lastModuleVersion;
  }

  addBlock({ height, hash, epoch, round, timestampUsecs, firstVersion, lastVersion, records }: CommitBlock): void {
    this.blocks.push([
      Number(height),
      hash,
      Number(epoch),
      Number(round),
      Number(timestampUsecs),
      Number(firstVersion),
      Number(lastVersion),
    ]);
    for (const record of records) this.#addRecord(record);
  }

  #addRecord(record: CommitRecord): void {
    const version = Number(record.version);
    const { hash, user, info, events, writeSet, transaction, accumulatorRoot } = record;
    const replay = user === undefined ? null : replayToColumn(user.replayProtector);
    this.records.push([
      version,
      hash,
      user?.sender ?? null,
      replay,
      accumulatorRoot,
      info,
      events,
      writeSet,
      transaction,
    ]);
    this.recordBytes += rowBytes.record + info.length + events.length + writeSet.length + transaction.length;
    this.hashes.push([hash, version]);
    if (user !== undefined) this.summaries.push([user.sender, version, hash, replay]);
    this.#addEvents(record, version);
  }

  async addState(blocks: readonly CommitBlock[]): Promise<void> {
    let records = 0;
    for (const block of blocks) {
      for (const record of block.records) {
        this.#addWrites(record, Number(record.version));
        if (++records % recordsAtOnce === 0) await nextTurn();
      }
    }
  }

  /** An index holds each of its entries once. */
  #addEvents({ handleEvents }: CommitRecord, version: number): void {
    const seen = new Set<string>();
    for (const { key, sequenceNumber, index } of handleEvents) {
      const sequence = u64ToBytes(sequenceNumber);
      const entry = `${Buffer.from(key).toString("latin1")} ${sequenceNumber} ${index}`;
      if (seen.has(entry)) continue;
      seen.add(entry);
      this.events.push([key, sequence, version, index]);
    }
  }

  /** Of several writes of a record to a key the last one counts. */
  #addWrites({ writes }: CommitRecord, version: number): void {
    const places = new Map<string, number>();
    for (const { key, value, metadata } of writes) {
      const { bytes: hash, text } = this.#keyHashes.of(key);
      const row: Row = [hash, version, value ?? null, metadata ?? null, null, null];
      const place = places.get(text);
      if (place === undefined) places.set(text, this.stateValues.push(row) - 1);
      else this.stateValues[place] = row;
      this.stateBytes += rowBytes.stateValue + (value?.length ?? 0) + (metadata?.length ?? 0);
      if (isPathKind(key, "code")) this.lastModuleVersion = version;
      if (this.#seen.has(text)) continue;
      this.#seen.add(text);
      this.keys.push({ hash, key });
    }
  }
}
