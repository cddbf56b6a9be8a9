import {
  AccumulatorFrontier,
  accumulatorRoot,
  ContractEvent,
  ContractEvents,
  deriveGenesis,
  hashEvent,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
  mapKey,
  type StateItem,
  type StateWrite,
  stateWrites,
  Transaction,
  TransactionInfo,
  type TransactionInfoV0,
  WriteSet,
  zeroHash,
} from "@ledger/types";
import { type BlockEntry, recordBlock } from "../../src/index.ts";
import type { ReplayedLedger } from "../../src/replay/index.ts";

/** The parts of a record that a forger chooses; the hashes follow from them. */
export interface ForgedParts {
  readonly transaction?: Transaction;
  readonly info?: Partial<TransactionInfoV0>;
  readonly events?: readonly ContractEvent[];
  readonly writeSet?: WriteSet;
}

/** A record with other parts, and the hashes that go with them: no check of hashes tells it from an honest one. */
export function forge(record: LedgerRecord, parts: ForgedParts): LedgerRecord {
  const events = parts.events ?? ContractEvents.decode(record.events);
  const writeSet = parts.writeSet === undefined ? record.writeSet : WriteSet.encode(parts.writeSet);
  const info = TransactionInfo.decode(record.info);
  if (info.kind !== "V0") throw new Error("only infos of the first form are forged");
  const eventRootHash = accumulatorRoot(
    "EventAccumulator",
    events.map((event) => hashEvent(ContractEvent.encode(event))),
  );
  const value = { ...info.value, eventRootHash, stateChangeHash: hashWriteSet(writeSet), ...parts.info };
  return {
    ...record,
    transaction: parts.transaction ? Transaction.encode(parts.transaction) : record.transaction,
    info: TransactionInfo.encode({ kind: "V0", value }),
    events: ContractEvents.encode(events),
    writeSet,
  };
}

/** A ledger in memory, of records alone: the state of every version is what the records before it wrote. */
export class HeldLedger implements ReplayedLedger {
  readonly records: LedgerRecord[] = [];
  readonly #blocks: bigint[] = [];
  readonly #values = new Map<string, { readonly version: bigint; readonly item: StateItem | undefined }[]>();
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");

  /** @param genesis - BCS of the genesis transaction */
  constructor(genesis: Uint8Array) {
    const { record } = deriveGenesis(genesis);
    this.#frontier.append(hashTransactionInfo(record.info));
    this.addRecords([record]);
  }

  get version(): bigint {
    return BigInt(this.records.length) - 1n;
  }

  /** Adds a block that was executed. */
  addBlock(entries: readonly BlockEntry[]): readonly LedgerRecord[] {
    const records = recordBlock(this.#frontier, entries, zeroHash);
    this.addRecords(records);
    return records;
  }

  /** Adds a block of records that were made elsewhere. */
  addRecords(records: readonly LedgerRecord[]): void {
    for (const record of records) {
      this.#blocks.push(records[0]!.version);
      this.records.push(record);
      for (const write of stateWrites(WriteSet.decode(record.writeSet))) this.write(record.version, write);
    }
  }

  /** Writes an item as of a version. */
  write(version: bigint, { key, value: bytes, metadata }: StateWrite): void {
    const id = mapKey(key);
    const values = this.#values.get(id) ?? [];
    values.push({ version, item: bytes && { bytes, metadata } });
    this.#values.set(id, values);
  }

  /** Puts another record in the place of one. The state stays that of the honest one. */
  replace(record: LedgerRecord): void {
    this.records[Number(record.version)] = record;
  }

  readState(version: bigint, key: Uint8Array): StateItem | undefined {
    return this.#values.get(mapKey(key))?.findLast((value) => value.version <= version)?.item;
  }

  listRecords(start: bigint, limit: number): readonly LedgerRecord[] {
    return this.records.slice(Number(start), Number(start) + limit);
  }

  readBlockByVersion(version: bigint): { readonly firstVersion: bigint } {
    return { firstVersion: this.#blocks[Number(version)]! };
  }
}
