import { compare, type Row } from "@ledger/bench-report";

/** How a row is judged. */
interface Judgement {
  /** Which way is better; `more` when absent. */
  readonly better?: "more" | "less";
  /** The least ratio that is wanted. */
  readonly target?: number;
}

/** Makes a row of two lists of rates, or of times when `better` is `less`. */
export function pair(
  work: string,
  peer: string,
  unit: string,
  own: readonly number[],
  theirs: readonly number[],
  { better, target }: Judgement = {},
): Row {
  return compare({ work, subject: "@ledger/state-store", peer, unit }, own, theirs, better, target);
}
