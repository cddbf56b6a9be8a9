/** One paired measurement. A ratio above 1 means that the subject is better. */
export interface Row {
  readonly work: string;
  readonly subject: "@ledger/move";
  readonly peer: string;
  readonly unit: string;
  readonly subject_median: number;
  readonly peer_median: number;
  readonly ratio: number;
}

/** Two ways to do the same work. Each call does it once and returns something of the result. */
export interface Pair {
  readonly work: string;
  readonly unit: string;
  /** Units that one call gets through. */
  readonly amount: number;
  readonly subject: () => unknown;
  readonly peer: string;
  readonly run: () => unknown;
}

/** Keeps the results of the measured work alive, so that none of it can be left out. */
let sink: unknown;

/** Measures both sides in turn, round by round, each for the given time. */
export function measure(pair: Pair, rounds: number, milliseconds: number): Row {
  const own: number[] = [];
  const theirs: number[] = [];
  rate(pair.subject, pair.amount, milliseconds);
  rate(pair.run, pair.amount, milliseconds);
  for (let round = 0; round < rounds; round++) {
    own.push(rate(pair.subject, pair.amount, milliseconds));
    theirs.push(rate(pair.run, pair.amount, milliseconds));
  }
  const subject_median = Math.round(median(own));
  const peer_median = Math.round(median(theirs));
  const ratio = Number((subject_median / peer_median).toFixed(3));
  const { work, peer, unit } = pair;
  return { work, subject: "@ledger/move", peer, unit, subject_median, peer_median, ratio };
}

function rate(run: () => unknown, amount: number, milliseconds: number): number {
  const start = performance.now();
  let calls = 0;
  do {
    sink = run();
    calls++;
  } while (performance.now() - start < milliseconds);
  return (calls * amount * 1_000) / (performance.now() - start);
}

/** The rows as a table of text. */
export function formatRows(rows: readonly Row[]): string {
  const table = [
    ["work", "peer", "unit", "@ledger/move", "peer's", "ratio"],
    ...rows.map((row) => [
      row.work,
      row.peer,
      row.unit,
      `${row.subject_median}`,
      `${row.peer_median}`,
      `${row.ratio}x`,
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

/** Whether anything was measured at all. */
export function hasResult(): boolean {
  return sink !== undefined;
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
}
