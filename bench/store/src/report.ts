import { compare, type Row } from "@ledger/bench-report";

/** Makes a row of two lists of rates, or of times when `better` is `less`. */
export function pair(
  work: string,
  peer: string,
  unit: string,
  own: readonly number[],
  theirs: readonly number[],
  better: "more" | "less" = "more",
): Row {
  return compare({ work, subject: "@ledger/state-store", peer, unit }, own, theirs, better);
}
