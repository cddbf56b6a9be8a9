import type { LedgerInfo } from "../api/answers.ts";

/** The stretch of versions that a slider covers. Versions up to 2^53 are exact, which no ledger reaches. */
export interface VersionScale {
  readonly first: number;
  readonly oldest: number;
  readonly latest: number;
}

/** Share of the slider that shows pruned history, when there is any. */
const PRUNED_SHARE = 0.2;

/**
 * All that is kept, and before it as much of what is pruned as stays readable: on a long ledger the kept part would
 * otherwise be too short to point at.
 */
export function versionScale(info: LedgerInfo, chosen: number | undefined): VersionScale {
  const oldest = Number(info.oldest_ledger_version);
  const latest = Number(info.ledger_version);
  const stub = Math.ceil(((latest - oldest) * PRUNED_SHARE) / (1 - PRUNED_SHARE));
  const first = Math.max(0, oldest - Math.max(stub, 1));
  return { first: Math.min(first, chosen ?? first), oldest, latest };
}

/** Where a version lies on the scale, 0 to 1. */
export function scalePosition({ first, latest }: VersionScale, version: number): number {
  return latest === first ? 1 : Math.min(Math.max((version - first) / (latest - first), 0), 1);
}
