import type { LedgerInfo } from "../api/answers.ts";

/** The stretch of versions that a slider covers. Versions up to 2^53 are exact, which no ledger reaches. */
export interface VersionScale {
  readonly first: number;
  readonly oldest: number;
  readonly latest: number;
}

/** All that is kept, and before it only what the reader asked for. */
export function versionScale(info: LedgerInfo, chosen: number | undefined): VersionScale {
  const oldest = Number(info.oldest_ledger_version);
  const latest = Number(info.ledger_version);
  return { first: Math.min(oldest, chosen ?? oldest), oldest, latest };
}

/** Place of a version on the scale, 0 to 1. */
export function scalePosition({ first, latest }: VersionScale, version: number): number {
  return latest === first ? 1 : Math.min(Math.max((version - first) / (latest - first), 0), 1);
}
