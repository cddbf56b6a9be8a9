import type { Codec } from "@ledger/bcs";
import {
  ContractEvents,
  decodeTransaction,
  type LedgerRecord,
  type StateWrite,
  stateWrites,
  type Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { type Change, type ItemChange, listChanges, type ResourceChange } from "./change.ts";
import { listEvents, type RecordEvent } from "./event.ts";
import { readRequest, type UserRequest } from "./request.ts";
import { formatSeconds, formatTimestamp } from "./timestamp.ts";

/** The place of a transaction in the ledger: what its record does not say itself. */
export interface RecordPlace {
  readonly version: bigint;
  readonly blockHeight: bigint;
  readonly epoch: bigint;
  /** Time of its block, microseconds since the Unix epoch; `undefined` where that is not known any more. */
  readonly timestampUsecs: bigint | undefined;
}

/** The content of a committed transaction, decoded. */
export interface RecordParts {
  /** Absent where this release cannot read it. */
  readonly transaction: Transaction | undefined;
  readonly gasUsed: bigint;
  readonly success: boolean;
  readonly events: readonly RecordEvent[];
  readonly writes: readonly StateWrite[];
  /** Bytes of the record; 0 when absent. */
  readonly bytes?: number;
}

/** Types by which a table's items are read, as the REST API writes them. */
export interface ItemTypes {
  readonly keyType: string;
  readonly valueType: string;
}

/** A committed transaction as the rules of the tables read it. */
export class RecordView implements RecordPlace {
  readonly version: bigint;
  readonly blockHeight: bigint;
  readonly epoch: bigint;
  readonly timestampUsecs: bigint | undefined;
  readonly transaction: Transaction | undefined;
  readonly success: boolean;
  readonly gasUsed: bigint;
  readonly events: readonly RecordEvent[];
  /** In the order of the REST API. */
  readonly changes: readonly Change[];
  /** The resources that were written or removed, in the order of the changes. */
  readonly resources: readonly ResourceChange[];
  /** The items of tables that were written or removed, in the order of the changes. */
  readonly items: readonly ItemChange[];
  /** Present for user transactions. */
  readonly request: UserRequest | undefined;
  /** Encoded size of the record in bytes; decoded, it takes several times as much. */
  readonly bytes: number;
  readonly #written = new Map<string, Map<string, ResourceChange>>();

  constructor(place: RecordPlace, parts: RecordParts) {
    this.version = place.version;
    this.blockHeight = place.blockHeight;
    this.epoch = place.epoch;
    this.timestampUsecs = place.timestampUsecs;
    this.transaction = parts.transaction;
    this.success = parts.success;
    this.gasUsed = parts.gasUsed;
    this.events = parts.events;
    this.bytes = parts.bytes ?? 0;
    this.changes = listChanges(parts.writes);
    this.resources = this.changes.filter((change) => change.kind === "resource");
    this.items = this.changes.filter((change) => change.kind === "item");
    const { transaction } = this;
    if (transaction?.kind === "UserTransaction") this.request = readRequest(transaction.value);
    for (const change of this.resources) {
      const held = this.#written.get(change.address);
      if (held === undefined) this.#written.set(change.address, new Map([[change.type, change]]));
      else held.set(change.type, change);
    }
  }

  /** Time of the block, with microseconds; `null` where it is not known. */
  get time(): string | null {
    return this.timestampUsecs === undefined ? null : formatTimestamp(this.timestampUsecs);
  }

  /** Time of the block, in whole seconds; `null` where it is not known. */
  get seconds(): string | null {
    return this.timestampUsecs === undefined ? null : formatSeconds(this.timestampUsecs);
  }

  /** @returns true if anything at an address was written or removed */
  touches(address: string): boolean {
    return this.#written.has(address);
  }

  /**
   * The rules' way to ask whether an object is gone: of one that lost its ObjectCore other resources may be written.
   *
   * @returns true if any resource at an address was written
   */
  writesAny(address: string): boolean {
    const held = [...(this.#written.get(address)?.values() ?? [])];
    return held.some(({ value }) => value !== undefined);
  }

  /** @returns true if a resource was removed; one of a group's type means the whole group */
  removes(address: string, type: string): boolean {
    const change = this.#written.get(address)?.get(type);
    return change !== undefined && change.value === undefined;
  }

  /** @returns true if a resource was written, even one without members */
  writes(address: string, type: string): boolean {
    return this.#written.get(address)?.get(type)?.value !== undefined;
  }

  /**
   * Reads the beginning of a resource that the transaction wrote.
   *
   * @returns `undefined` where it wrote none
   */
  written<T>(address: string, type: string, codec: Codec<T>): T | undefined {
    const value = this.#written.get(address)?.get(type)?.value;
    return value && codec.decodePrefix(value).value;
  }
}

/**
 * Shows a value of the state as a transaction that wrote it alone: so the rows of what was written before the oldest kept record
 * are made.
 */
export function openStateEntry(entry: Pick<StateWrite, "key" | "value">, place: RecordPlace): RecordView {
  const writes = [{ ...entry, metadata: undefined }];
  return new RecordView(place, { transaction: undefined, gasUsed: 0n, success: true, events: [], writes });
}

/** Takes a record apart. */
export function openRecord(record: LedgerRecord, place: Omit<RecordPlace, "version">): RecordView {
  const { gasUsed, status } = TransactionInfo.decode(record.info).value;
  const bytes = record.writeSet.length + record.events.length + (record.transaction?.length ?? 0);
  return new RecordView(
    { ...place, version: record.version },
    {
      bytes,
      transaction: decodeTransaction(record),
      gasUsed,
      success: status.kind === "Success",
      events: listEvents(ContractEvents.decode(record.events)),
      writes: stateWrites(WriteSet.decode(record.writeSet)),
    },
  );
}
