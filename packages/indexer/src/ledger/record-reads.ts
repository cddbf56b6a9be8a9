import { type BlockEntry, type LedgerReader, StoreError } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import { openRecord, type RecordPlace, type RecordView } from "../record/record-view.ts";

/** Reads of records with their places. Records in a row have the same block. */
export class RecordReads {
  readonly #store: LedgerReader;
  #block: BlockEntry | undefined;

  constructor(store: LedgerReader) {
    this.#store = store;
  }

  /** Takes a record of the ledger apart. */
  async open(record: LedgerRecord): Promise<RecordView> {
    return openRecord(record, placeIn(await this.#blockOf(record.version)));
  }

  /** Reads a record of the ledger. */
  async read(version: bigint): Promise<RecordView> {
    return this.open(await this.#store.readRecord(version));
  }

  /** The place of a version, with what is known of its block. */
  async placeOf(version: bigint): Promise<RecordPlace> {
    try {
      return { version, ...placeIn(await this.#blockOf(version)) };
    } catch (error) {
      if (!(error instanceof StoreError && unknownBlock.includes(error.code))) throw error;
      return { version, blockHeight: 0n, epoch: 0n, timestampUsecs: undefined };
    }
  }

  async #blockOf(version: bigint): Promise<BlockEntry> {
    const known = this.#block;
    if (known !== undefined && known.firstVersion <= version && version <= known.lastVersion) return known;
    this.#block = await this.#store.readBlockByVersion(version);
    return this.#block;
  }
}

const unknownBlock: readonly string[] = ["version_pruned", "version_not_found"];

function placeIn({ height, epoch, timestampUsecs }: BlockEntry): Omit<RecordPlace, "version"> {
  return { blockHeight: height, epoch, timestampUsecs };
}
