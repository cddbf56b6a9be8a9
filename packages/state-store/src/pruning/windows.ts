import type { LedgerReader, LedgerSummary, PruneTarget, StoreStats } from "../port.ts";

/** How much history a store keeps behind its head. A window that is absent keeps everything; of several, the tightest counts. */
export interface PruneWindows {
  /** Versions with readable state behind the head. */
  readonly versions?: bigint | undefined;
  /** Time with readable state behind the head's timestamp, microseconds. */
  readonly timeUsecs?: bigint | undefined;
  /** Versions with ledger records behind the head; never less than the state windows keep. Absent: as the state. */
  readonly ledgerVersions?: bigint | undefined;
  /** Bytes that the store may fill, free space inside its file not counted: older records go first, then older state. */
  readonly diskBytes?: number | undefined;
}

/** Largest part of the kept history that one target takes to meet a disk budget: the estimate is corrected as rows go. */
const largestShare = 1 / 8;
/** Smallest part, so that a budget is met in bounded time. */
const smallestShare = 1 / 256;

/** @returns the oldest version that a window of versions keeps */
export function oldestByVersions(summary: LedgerSummary, versions: bigint): bigint {
  return later(summary.oldestVersion, summary.version - versions);
}

/**
 * Finds the first version whose block is not older than the head by more than `timeUsecs`: a binary search over block heights.
 *
 * @returns the oldest version that a window of time keeps
 */
export async function oldestByTime(reader: LedgerReader, summary: LedgerSummary, timeUsecs: bigint): Promise<bigint> {
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
 * share of bytes that is too much. Ledger records behind the state window go first.
 *
 * @returns `undefined` when the budget is met or only the head is left
 */
export function targetByDisk(summary: LedgerSummary, stats: StoreStats, diskBytes: number): PruneTarget | undefined {
  const used = stats.fileBytes - stats.freeBytes;
  if (used <= diskBytes) return undefined;
  const share = Math.min(largestShare, Math.max(smallestShare, (used - diskBytes) / used));
  const part = (from: bigint, to: bigint) => from + BigInt(Math.max(1, Math.ceil(Number(to - from) * share)));
  if (summary.oldestLedgerVersion < summary.oldestVersion) {
    const ledgerVersion = part(summary.oldestLedgerVersion, summary.oldestVersion);
    return { stateVersion: summary.oldestVersion, ledgerVersion };
  }
  if (summary.oldestVersion >= summary.version) return undefined;
  const stateVersion = part(summary.oldestVersion, summary.version);
  return { stateVersion, ledgerVersion: stateVersion };
}

/**
 * Where the windows put the watermarks now.
 *
 * @returns `undefined` while the store is empty
 */
export async function choosePruneTarget(reader: LedgerReader, windows: PruneWindows): Promise<PruneTarget | undefined> {
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
  if (windows.diskBytes !== undefined) {
    const byDisk = targetByDisk(summary, await reader.stats(), windows.diskBytes);
    if (byDisk !== undefined) {
      stateVersion = later(stateVersion, byDisk.stateVersion);
      ledgerVersion = later(ledgerVersion, byDisk.ledgerVersion);
    }
  }
  return { stateVersion, ledgerVersion };
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
