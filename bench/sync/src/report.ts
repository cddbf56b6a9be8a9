import { compare, type Row } from "@ledger/bench-report";

/** Makes a row of two lists of rates. */
export function pair(work: string, peer: string, own: readonly number[], theirs: readonly number[]): Row {
  return compare({ work, subject: "@ledger/sync", peer, unit: "records/s" }, own, theirs);
}
