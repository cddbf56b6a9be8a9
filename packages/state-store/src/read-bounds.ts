import type { LedgerSummary } from "./port.ts";
import { versionNotFound, versionPruned } from "./store-error.ts";

/**
 * @throws StoreError `version_pruned` below the state watermark, `version_not_found` above the head
 */
export function checkStateVersion(summary: LedgerSummary, version: bigint): void {
  if (version < summary.oldestVersion) throw versionPruned(version, summary.oldestVersion);
  if (version > summary.version) throw versionNotFound(version, summary.version);
}

/**
 * @throws StoreError `version_pruned` below the ledger watermark, `version_not_found` above the head
 */
export function checkLedgerVersion(summary: LedgerSummary, version: bigint): void {
  if (version < summary.oldestLedgerVersion) throw versionPruned(version, summary.oldestLedgerVersion);
  if (version > summary.version) throw versionNotFound(version, summary.version);
}
