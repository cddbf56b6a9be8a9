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
  const subject_median = round(median(samples.map((sample) => sample[subject]!)));
  const peer_median = round(median(samples.map((sample) => sample[peer]!)));
  const ratio = round(better === "more" ? subject_median / peer_median : peer_median / subject_median);
  return { work, subject, peer, unit, subject_median, peer_median, ratio };
}

/** The rows as a table of text. */
export function formatRows(rows: readonly Row[]): string {
  const table = [
    ["work", "subject", "peer", "unit", "subject's", "peer's", "ratio"],
    ...rows.map((row) => [
      row.work,
      row.subject,
      row.peer,
      row.unit,
      `${row.subject_median}`,
      `${row.peer_median}`,
      `${row.ratio.toFixed(2)}x`,
    ]),
  ];
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

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
}

function round(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
