/** One paired measurement. A ratio above 1 means that the subject is better. */
export interface Row {
  readonly work: string;
  readonly subject: string;
  readonly peer: string;
  readonly unit: string;
  readonly subject_median: number;
  readonly peer_median: number;
  readonly ratio: number;
}

/** The middle of a list of samples. */
export function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
}

/** A share of sorted samples, e.g. 0.99. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Makes a row of two lists of rates, or of times when `better` is `less`. */
export function pair(
  work: string,
  peer: string,
  unit: string,
  own: readonly number[],
  theirs: readonly number[],
  better: "more" | "less" = "more",
): Row {
  const subject_median = round(median(own));
  const peer_median = round(median(theirs));
  const ratio = better === "more" ? subject_median / peer_median : peer_median / subject_median;
  return { work, subject: "@ledger/state-store", peer, unit, subject_median, peer_median, ratio: round(ratio) };
}

/** The rows as a table of text. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.work,
    row.peer,
    row.unit,
    `${row.subject_median}`,
    `${row.peer_median}`,
    `${row.ratio}x`,
  ]);
  const table = [["work", "peer", "unit", "ours", "peer's", "ratio"], ...cells];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  return table
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function round(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
