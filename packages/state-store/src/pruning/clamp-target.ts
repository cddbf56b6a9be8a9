import type { LedgerSummary, PruneTarget } from "../port.ts";

/**
 * Brings a target into what a prune may do: watermarks never move back, never pass the head, the ledger watermark never
 * passes the state watermark, and ledger records go by whole blocks.
 *
 * @param blockStart - first version of the block that holds a kept version
 */
export function clampTarget(
  target: PruneTarget,
  summary: LedgerSummary,
  blockStart: (version: bigint) => bigint,
): PruneTarget {
  const stateVersion = clamp(target.stateVersion, summary.oldestVersion, summary.version);
  const ledgerVersion = clamp(target.ledgerVersion, summary.oldestLedgerVersion, stateVersion);
  return { stateVersion, ledgerVersion: clamp(blockStart(ledgerVersion), summary.oldestLedgerVersion, stateVersion) };
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}
