import { type Row, round } from "./row.ts";

/** The rows as a table of text, with a column of targets where a row has one. */
export function formatRows(rows: readonly Row[]): string {
  const hasTargets = rows.some((row) => row.target !== undefined);
  const table = [
    ["work", "subject", "peer", "unit", "subject's", "peer's", "ratio", ...(hasTargets ? ["target"] : [])],
    ...rows.map((row) => [
      row.work,
      row.subject,
      row.peer,
      row.unit,
      `${row.subject_median}`,
      `${row.peer_median}`,
      `${row.ratio}x`,
      ...(hasTargets ? [verdict(row)] : []),
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

function verdict({ ratio, target }: Row): string {
  return target === undefined ? "" : `${round(target)}x ${ratio >= target ? "met" : "missed"}`;
}
