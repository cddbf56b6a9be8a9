import type { Row } from "./row.ts";

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
