/** One paired measurement. A ratio above 1 means that the subject is better. */
export interface Row {
  readonly work: string;
  readonly subject: string;
  readonly peer: string;
  readonly unit: "records/s";
  readonly subject_median: number;
  readonly peer_median: number;
  readonly ratio: number;
}

/** Makes a row of two lists of rates. */
export function pair(work: string, peer: string, own: readonly number[], theirs: readonly number[]): Row {
  const subject_median = Math.round(median(own));
  const peer_median = Math.round(median(theirs));
  const ratio = Number((subject_median / peer_median).toFixed(3));
  return { work, subject: "@ledger/sync", peer, unit: "records/s", subject_median, peer_median, ratio };
}

/** The rows as a table of text. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.work, row.peer, `${row.subject_median}`, `${row.peer_median}`, `${row.ratio}x`]);
  const table = [["work", "peer", "records/s", "peer's", "ratio"], ...cells];
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
