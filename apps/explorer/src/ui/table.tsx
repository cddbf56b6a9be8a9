import type { ComponentChildren } from "preact";

/** A column of a table: its title is shown once, and next to each value on a phone. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the right. */
  readonly number?: boolean;
  /** Names the row; on a phone it takes a line of its own. */
  readonly heads?: boolean;
  /** Left out where there is little room. */
  readonly spare?: boolean;
}

interface TableProps<Row> {
  readonly caption?: ComponentChildren;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly busy?: boolean;
  /** Class of the whole list, for its form on a phone. */
  readonly class?: string;
  /** Content of a row across all columns, instead of its cells. */
  readonly whole?: (row: Row) => ComponentChildren | undefined;
}

/** A list of things with the same members. On a phone every row is a small sheet of names and values. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  busy,
  class: name = "",
  whole,
}: TableProps<Row>) {
  return (
    <table class={`rows ${name}`} aria-busy={busy}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={columnClass(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={rowKey(row, i)} class={rowClass?.(row)}>
            <Cells columns={columns} row={row} whole={whole?.(row)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly whole: ComponentChildren | undefined;
}

function Cells<Row>({ columns, row, whole }: CellsProps<Row>) {
  if (whole !== undefined) {
    return (
      <td class="whole" colSpan={columns.length}>
        {whole}
      </td>
    );
  }
  return (
    <>
      {columns.map((column) =>
        column.heads === true ? (
          <th key={column.title} scope="row" class={columnClass(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.title} class={columnClass(column)} data-label={column.title}>
            {column.cell(row)}
          </td>
        ),
      )}
    </>
  );
}

function columnClass({ number, spare }: Column<never>): string | undefined {
  const names = [...(number === true ? ["right", "number"] : []), ...(spare === true ? ["spare"] : [])];
  return names.length === 0 ? undefined : names.join(" ");
}
