/**
 * Writes rows of cells for people, each column as wide as its widest cell.
 *
 * @param left - the column whose cells begin at the left; those of the others end at the right
 */
export function table(rows: readonly (readonly string[])[], left = 0): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const pad = (cell: string, column: number) =>
    column === left ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
