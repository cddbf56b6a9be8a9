import { compare, type Row } from "@ledger/bench-report";

/** One sample of every server under the same load, by server. */
export type Sample = Readonly<Record<string, number>>;

/** Makes the row of two servers out of paired samples. */
export function pair(
  work: string,
  unit: string,
  samples: readonly Sample[],
  [subject, peer]: readonly [string, string],
  better: "more" | "less",
): Row {
  const of = (server: string): number[] => samples.map((sample) => sample[server]!);
  return compare({ work, subject, peer, unit }, of(subject), of(peer), better);
}
