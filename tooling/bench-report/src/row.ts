import { median } from "./samples.ts";

/** One paired measurement, as `--json` writes it. A ratio above 1 means that the subject is better. */
export interface Row {
  readonly work: string;
  readonly subject: string;
  readonly peer: string;
  readonly unit: string;
  readonly subject_median: number;
  readonly peer_median: number;
  readonly ratio: number;
  /** The least ratio that is wanted, where one is. */
  readonly target?: number;
}

/**
 * Makes a row of two lists of samples.
 *
 * @param better - which way is better: `more` for rates, `less` for times and sizes
 * @param target - the least ratio that is wanted
 */
export function compare(
  names: Pick<Row, "work" | "subject" | "peer" | "unit">,
  own: readonly number[],
  theirs: readonly number[],
  better: "more" | "less" = "more",
  target?: number,
): Row {
  const subject_median = round(median(own));
  const peer_median = round(median(theirs));
  const ratio = better === "more" ? subject_median / peer_median : peer_median / subject_median;
  const { work, subject, peer, unit } = names;
  const row = { work, subject, peer, unit, subject_median, peer_median, ratio: round(ratio) };
  return target === undefined ? row : { ...row, target };
}

/** A figure as reports print it: four digits, or all of a large whole number. */
export function round(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
