import { BcsError, type Codec, Reader, vector } from "@ledger/bcs";
import {
  ContractEvent,
  type LedgerRecord,
  PersistedAuxiliaryInfo,
  Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import type { TransactionChunk } from "./manifest.ts";

const Events = vector(ContractEvent);

/** The parts of a record in a backup: no version and no accumulator root. */
export type ChunkRecord = Omit<LedgerRecord, "version" | "accumulatorRoot">;

/**
 * Cuts a record of a transaction chunk into its parts, which are views of it.
 *
 * @throws {@link SyncError} `invalid_backup`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.5 | Specification, ingest 6.5}
 */
export function decodeChunkRecord(bytes: Uint8Array, format: TransactionChunk["format"], version: bigint): ChunkRecord {
  const reader = new Reader(bytes);
  const part = (codec: Codec<unknown>): Uint8Array => {
    const start = reader.position;
    codec.read(reader);
    return reader.slice(start);
  };
  try {
    const transaction = part(Transaction);
    // Rendering does not need it, and the transaction info covers it by a hash.
    if (format === "V1") part(PersistedAuxiliaryInfo);
    const record = { transaction, info: part(TransactionInfo), events: part(Events), writeSet: part(WriteSet) };
    reader.expectEnd();
    return record;
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError(
      "invalid_backup",
      `a transaction record does not decode (${cause.code} at byte ${cause.offset})`,
      {
        version,
        field: "transactions",
        cause,
      },
    );
  }
}
