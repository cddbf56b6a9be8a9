import type { LedgerReader, LedgerSummary, PruneTarget, StoreStats } from "../port.ts";

/** How much history a store keeps below its head. A window that is absent keeps everything; of several, the tightest counts. */
export interface PruneWindows {
  /** Versions with readable state below the head. */
  readonly versions?: bigint | undefined;
  /** Time with readable state before the head's timestamp, microseconds. */
  readonly timeUsecs?: bigint | undefined;
  /** Versions with ledger records below the head; never less than the state windows keep. Absent: as the state. */
  readonly ledgerVersions?: bigint | undefined;
  /** Bytes that the ledger may fill: older records go first, then older state, down to what the head needs. */
  readonly diskBytes?: number | undefined;
}

/** The same windows, where what is made from the ledger takes a part of the disk budget. */
export function leavingRoom(windows: PruneWindows, otherBytes: number): PruneWindows {
  const { diskBytes } = windows;
  return diskBytes === undefined ? windows : { ...windows, diskBytes: Math.max(0, diskBytes - otherBytes) };
}

/** The watermarks that the windows ask for. */
export interface WindowTarget extends PruneTarget {
  /** By how much the store is over its disk budget; 0 without one. */
  readonly bytesOverBudget: number;
}

/** Largest part of the kept history that one target takes to meet a disk budget: the estimate is corrected as rows go. */
const stepShare = 1 / 8;
/** Part of a passed budget that is freed in addition, so that history goes in runs and not with every block. */
const room = 1 / 16;

/** @returns the oldest version that a window of versions keeps */
function oldestByVersions(summary: LedgerSummary, versions: bigint): bigint {
  return later(summary.oldestVersion, summary.version - versions);
}

/**
 * Finds the first version whose block is not older than the head by more than `timeUsecs`: a binary search over block heights.
 *
 * @returns the oldest version that a window of time keeps
 */
async function oldestByTime(reader: LedgerReader, summary: LedgerSummary, timeUsecs: bigint): Promise<bigint> {
  const oldestTime = summary.timestampUsecs - timeUsecs;
  let low = summary.oldestBlockHeight;
  let high = summary.blockHeight;
  let oldest = summary.version;
  while (low <= high) {
    const middle = (low + high) / 2n;
    const block = await reader.findBlockByHeight(middle);
    if (block !== undefined && block.timestampUsecs >= oldestTime) {
      oldest = block.firstVersion;
      high = middle - 1n;
    } else {
      low = middle + 1n;
    }
  }
  return later(summary.oldestVersion, oldest);
}

/**
 * What has to go for a store to fit its disk budget, as far as can be said now: a share of the kept history as large as the
 * share of bytes that is too much. Ledger records below the state window go first.
 *
 * @param blockStart - first version of the block that holds the oldest state: records before it are below the state window
 * @param largestShare - of the kept history; an eighth when absent
 * @returns `undefined` when the budget is met or only the head is left
 */
export function targetByDisk(
  summary: LedgerSummary,
  stats: StoreStats,
  diskBytes: number,
  blockStart: bigint,
  largestShare = stepShare,
): PruneTarget | undefined {
  const used = usedBytes(stats);
  if (used <= diskBytes) return undefined;
  const share = Math.min(largestShare, 1 - (diskBytes * (1 - room)) / used);
  const part = (from: bigint, to: bigint) => from + BigInt(Math.max(1, Math.ceil(Number(to - from) * share)));
  if (summary.oldestLedgerVersion < blockStart) {
    return { stateVersion: summary.oldestVersion, ledgerVersion: part(summary.oldestLedgerVersion, blockStart) };
  }
  if (summary.oldestVersion >= summary.version) return undefined;
  const stateVersion = part(summary.oldestVersion, summary.version);
  return { stateVersion, ledgerVersion: stateVersion };
}

/**
 * Where the windows put the watermarks now. A disk budget may take several targets: what a prune leaves is looked at again.
 *
 * @param largestShare - of the kept history that goes for a disk budget; an eighth when absent, 1 to see about all that has to go
 * @returns `undefined` while the store is empty
 */
export async function choosePruneTarget(
  reader: LedgerReader,
  windows: PruneWindows,
  largestShare = stepShare,
): Promise<WindowTarget | undefined> {
  const summary = await reader.summary();
  if (summary === undefined) return undefined;
  let stateVersion = summary.oldestVersion;
  if (windows.versions !== undefined) stateVersion = later(stateVersion, oldestByVersions(summary, windows.versions));
  if (windows.timeUsecs !== undefined) {
    stateVersion = later(stateVersion, await oldestByTime(reader, summary, windows.timeUsecs));
  }
  let ledgerVersion = stateVersion;
  if (windows.ledgerVersions !== undefined) {
    const byWindow = later(summary.oldestLedgerVersion, summary.version - windows.ledgerVersions);
    if (byWindow < ledgerVersion) ledgerVersion = byWindow;
  }
  if (windows.diskBytes === undefined) return { stateVersion, ledgerVersion, bytesOverBudget: 0 };

  const stats = await reader.stats();
  const bytesOverBudget = Math.max(0, usedBytes(stats) - windows.diskBytes);
  if (bytesOverBudget > 0) {
    const { firstVersion } = await reader.readBlockByVersion(summary.oldestVersion);
    const byDisk = targetByDisk(summary, stats, windows.diskBytes, firstVersion, largestShare);
    if (byDisk !== undefined) {
      stateVersion = later(stateVersion, byDisk.stateVersion);
      const whole = await wholeBlocks(reader, summary.oldestLedgerVersion, byDisk.ledgerVersion);
      ledgerVersion = later(ledgerVersion, earlier(whole, stateVersion));
    }
  }
  return { stateVersion, ledgerVersion, bytesOverBudget };
}

function usedBytes({ fileBytes, freeBytes }: StoreStats): number {
  return fileBytes - freeBytes;
}

/** Records go by whole blocks: a part that ends within the first of them takes all of it. */
async function wholeBlocks(reader: LedgerReader, from: bigint, to: bigint): Promise<bigint> {
  const { firstVersion, lastVersion } = await reader.readBlockByVersion(to);
  return firstVersion > from ? firstVersion : lastVersion + 1n;
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
