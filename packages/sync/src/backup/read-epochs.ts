import { BcsError } from "@ledger/bcs";
import { LedgerInfoWithSignatures, type Waypoint } from "@ledger/types";
import { EpochChain } from "../epoch/epoch-chain.ts";
import { SyncError } from "../error.ts";
import { readFramed, readWhole, unpack } from "./byte-stream.ts";
import { parseEpochEndingManifest } from "./manifest.ts";
import { planRanges, readCatalog } from "./metadata.ts";
import type { BackupStorage } from "./storage.ts";

/** Longest manifest. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
/** Longest ledger info: a few hundred validators of a hundred bytes each. */
const MAX_LEDGER_INFO_BYTES = 1024 * 1024;

/**
 * Follows the epochs of a backup from genesis on: each ending is signed by the validators that the one before names.
 *
 * @param waypoints - trusted; one of them must be that of version 0
 * @throws {@link SyncError} `invalid_backup`, `invalid_signature`, `wrong_waypoint`, `invalid_block`, `gap` when the endings
 * do not begin with epoch 0
 * @see Ledger specification, ingest §6.6
 */
export async function readEpochChain(
  storage: BackupStorage,
  waypoints: readonly Waypoint[],
  signal: AbortSignal = new AbortController().signal,
): Promise<EpochChain> {
  const chain = new EpochChain(waypoints);
  const { epochEndings } = await readCatalog(storage, signal);
  const plan = planRanges(epochEndings, 0n);
  if (plan.length === 0)
    throw new SyncError("gap", "the backup holds no epoch endings from epoch 0 on", { field: "epoch" });
  let next = 0n;
  for (const { manifest: handle } of plan) {
    const bytes = await readWhole(unpack(storage.read(handle, signal)), MAX_MANIFEST_BYTES);
    for (const chunk of parseEpochEndingManifest(new TextDecoder().decode(bytes)).chunks) {
      let epoch = chunk.firstEpoch;
      for await (const record of readFramed(unpack(storage.read(chunk.ledgerInfos, signal)), MAX_LEDGER_INFO_BYTES)) {
        const signed = decodeLedgerInfo(record);
        if (signed.value.ledgerInfo.commitInfo.epoch !== epoch) throw wrongCount(chunk.firstEpoch);
        // Overlapping backups repeat epochs that are known already.
        if (epoch === next) {
          chain.accept(signed);
          next += 1n;
        }
        epoch += 1n;
      }
      if (epoch !== chunk.lastEpoch + 1n) throw wrongCount(chunk.firstEpoch);
    }
  }
  return chain;
}

function decodeLedgerInfo(record: Uint8Array): LedgerInfoWithSignatures {
  try {
    return LedgerInfoWithSignatures.decode(record);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_backup", "a ledger info does not decode", { field: "ledger_infos", cause });
  }
}

function wrongCount(firstEpoch: bigint): SyncError {
  return new SyncError("invalid_backup", `the chunk from epoch ${firstEpoch} on holds other epochs than it should`, {
    field: "ledger_infos",
  });
}
