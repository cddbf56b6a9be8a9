import type { LedgerSummary, PruneTarget } from "../port.ts";

/** Brings a target into what a prune may do: watermarks never move back, never pass the head, and the ledger watermark never passes the state watermark. */
export function clampTarget(target: PruneTarget, summary: LedgerSummary): PruneTarget {
  const stateVersion = clamp(target.stateVersion, summary.oldestVersion, summary.version);
  const ledgerVersion = clamp(target.ledgerVersion, summary.oldestLedgerVersion, stateVersion);
  return { stateVersion, ledgerVersion };
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}
