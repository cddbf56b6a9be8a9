import { compare, type Row } from "@ledger/bench-report";

/** Makes a row of two lists of rates. */
export function pair(work: string, peer: string, own: readonly number[], theirs: readonly number[]): Row {
  return compare({ work, subject: "@ledger/sync", peer, unit: "records/s" }, own, theirs);
}

/** Says whether a target is met. */
export function target(
  name: string,
  value: number,
  unit: string,
  bound: { readonly atLeast: number } | { readonly below: number },
): string {
  const met = "atLeast" in bound ? value >= bound.atLeast : value < bound.below;
  const [word, limit] = "atLeast" in bound ? ["at least", bound.atLeast] : ["below", bound.below];
  const shown = unit === "x" ? value.toFixed(2) : value.toFixed(0);
  return `target: ${name} ${word} ${limit}${unit}: ${shown}${unit}, ${met ? "met" : "missed"}`;
}
