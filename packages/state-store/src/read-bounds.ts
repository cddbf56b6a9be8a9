import type { LedgerSummary } from "./port.ts";
import { StoreError, versionNotFound, versionPruned } from "./store-error.ts";

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

/** @throws StoreError `invalid_argument` for a page without room for an item */
export function checkPageLimit(limit: number): void {
  if (limit < 1) throw new StoreError("invalid_argument", "the limit of a page must be at least 1");
}
