import { BcsError, tuple } from "@ledger/bcs";
import { AccumulatorRangeProof, LedgerInfoWithSignatures } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { readWhole, unpack } from "./byte-stream.ts";
import { parseTransactionManifest, type TransactionChunk } from "./manifest.ts";
import type { BackupRange } from "./metadata.ts";
import { maxManifestBytes } from "./read-epochs.ts";
import type { BackupStorage } from "./storage.ts";

const ChunkProof = tuple([AccumulatorRangeProof, LedgerInfoWithSignatures]);
const maxProofBytes = 2 * 1024 * 1024;

/**
 * Reads the chunks of a transaction backup, whose manifest must be of the range that the metadata names.
 *
 * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
 */
export async function readTransactionChunks(
  storage: BackupStorage,
  range: BackupRange,
  signal: AbortSignal,
): Promise<readonly TransactionChunk[]> {
  const bytes = await readWhole(unpack(storage.read(range.manifest, signal)), maxManifestBytes);
  const manifest = parseTransactionManifest(new TextDecoder().decode(bytes));
  if (manifest.firstVersion === range.first && manifest.lastVersion === range.last) return manifest.chunks;
  throw new SyncError("invalid_backup", `${range.manifest} covers another range than the metadata says`, {
    version: range.first,
    field: "transaction_manifest",
    expected: `${range.first} to ${range.last}`,
    actual: `${manifest.firstVersion} to ${manifest.lastVersion}`,
  });
}

/**
 * Reads the proof of a chunk, and the signed ledger info that it leads to. Neither is checked.
 *
 * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
 */
export async function readChunkProof(
  storage: BackupStorage,
  chunk: TransactionChunk,
  signal: AbortSignal,
): Promise<readonly [AccumulatorRangeProof, LedgerInfoWithSignatures]> {
  const bytes = await readWhole(unpack(storage.read(chunk.proof, signal)), maxProofBytes);
  try {
    return ChunkProof.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_backup", "the proof of a chunk does not decode", {
      version: chunk.firstVersion,
      field: "proof",
      cause,
    });
  }
}
