import { BcsError } from "@ledger/bcs";
import { LedgerInfoWithSignatures, type Waypoint } from "@ledger/types";
import { EpochChain } from "../epoch/epoch-chain.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { readFramed, readWhole, unpack } from "./byte-stream.ts";
import { parseEpochEndingManifest } from "./manifest.ts";
import { type BackupRange, type EpochRange, planRanges, readCatalog } from "./metadata.ts";
import type { BackupStorage } from "./storage.ts";

/** Longest manifest. */
export const maxManifestBytes = 64 * 1024 * 1024;
/** Longest ledger info: a few hundred validators of a hundred bytes each. */
const maxLedgerInfoBytes = 1024 * 1024;

/**
 * Follows the epochs of a backup from a trusted waypoint on: each ending is signed by the validators that the one before
 * names.
 *
 * @param waypoints - trusted; the chain begins with the first, which must be that of genesis or of a later end of an epoch
 * @throws {@link SyncError} `invalid_backup`, `invalid_signature`, `wrong_waypoint`, `invalid_block`, `gap` when the backup
 * does not hold the ending that the chain begins with
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.6 | Specification, ingest 6.6}
 */
export async function readEpochChain(
  storage: BackupStorage,
  waypoints: readonly [Waypoint, ...Waypoint[]],
  signal: AbortSignal = new AbortController().signal,
): Promise<EpochChain> {
  const chain = new EpochChain(waypoints);
  const beginning = waypoints[0].version;
  const { epochEndings } = await readCatalog(storage, signal);
  for await (const signed of readEndings(storage, planEndings(epochEndings, beginning), signal)) {
    const { version, epoch } = signed.value.ledgerInfo.commitInfo;
    // In front of the waypoint nothing vouches for an ending, and overlapping backups repeat some that are known.
    const isWanted = chain.latest === undefined ? version === beginning : epoch === chain.latest.epoch;
    if (isWanted) chain.accept(signed);
  }
  if (chain.latest !== undefined) return chain;
  throw new SyncError("gap", "the backup holds no epoch ending at the version of the waypoint", {
    version: beginning,
    field: "epoch",
  });
}

/**
 * Reads the ends of epochs from a version on, ascending, as the backup has them: nothing of them is checked.
 *
 * @param left - ends the reading where it becomes aborted
 * @throws {@link SyncError} `invalid_backup`, `unreadable`
 */
export async function* readEndingsSince(
  storage: BackupStorage,
  endings: readonly EpochRange[],
  since: bigint,
  signal: AbortSignal,
  left?: { readonly aborted: boolean },
): AsyncGenerator<LedgerInfoWithSignatures> {
  let next = since;
  for await (const signed of readEndings(storage, planEndings(endings, since), signal, { since, left })) {
    const { version } = signed.value.ledgerInfo.commitInfo;
    // Overlapping backups repeat some.
    if (version < next) continue;
    next = version + 1n;
    yield signed;
  }
}

/** The backups to read, from the one that holds the ending at a version on. */
function planEndings(endings: readonly EpochRange[], version: bigint): readonly BackupRange[] {
  const [first] = endings
    .filter(({ lastVersion }) => lastVersion >= version)
    .sort((a, b) => (a.first < b.first ? -1 : 1));
  return first === undefined ? [] : planRanges(endings, first.first);
}

/**
 * Reads the ends of epochs.
 *
 * @param since - version before which none is wanted: where the waypoints of a manifest say so they are not looked into
 */
async function* readEndings(
  storage: BackupStorage,
  plan: readonly BackupRange[],
  signal: AbortSignal,
  { since = 0n, left }: { readonly since?: bigint; readonly left?: { readonly aborted: boolean } | undefined } = {},
): AsyncGenerator<LedgerInfoWithSignatures> {
  for (const { manifest: handle } of plan) {
    const bytes = await readWhole(unpack(storage.read(handle, signal)), maxManifestBytes);
    const { chunks, firstEpoch, lastVersions } = parseEpochEndingManifest(new TextDecoder().decode(bytes));
    const wanted = lastVersions.findIndex((version) => version === undefined || version >= since);
    const firstWanted = firstEpoch + BigInt(Math.max(wanted, 0));
    for (const chunk of chunks.filter(({ lastEpoch }) => lastEpoch >= firstWanted)) {
      let epoch = chunk.firstEpoch;
      for await (const record of readFramed(unpack(storage.read(chunk.ledgerInfos, signal)), maxLedgerInfoBytes)) {
        if (left?.aborted === true) return;
        if (epoch >= firstWanted) {
          const signed = decodeLedgerInfo(record);
          if (signed.value.ledgerInfo.commitInfo.epoch !== epoch) throw wrongCount(chunk.firstEpoch);
          yield signed;
        }
        epoch += 1n;
      }
      if (epoch !== chunk.lastEpoch + 1n) throw wrongCount(chunk.firstEpoch);
    }
  }
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
  return new SyncError(
    "invalid_backup",
    `the chunk that starts at epoch ${firstEpoch} does not hold the epochs that its manifest names`,
    {
      field: "ledger_infos",
    },
  );
}
