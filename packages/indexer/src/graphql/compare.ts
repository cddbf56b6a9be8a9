import type { ColumnOrder } from "../answering/table.ts";
import { compareDecimals, Decimal } from "../decimal.ts";
import type { Row, Value } from "../row.ts";
import type { Columns } from "../tables/column.ts";
import { compareJson } from "./json-order.ts";

/** An outcome as databases know it: `null` where a value that is not there leaves it open. What is open does not hold, and neither does its opposite. */
export type Truth = boolean | null;

/** How a column is ordered, and where its nulls go. */
export interface Direction {
  readonly sign: 1 | -1;
  readonly nullsFirst: boolean;
}

/** Directions by column, orderings by relation. */
export type Ordering = { readonly [name: string]: Direction | Ordering | null };

/** Orders two values of one column; `null` is the greatest. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (a instanceof Decimal || b instanceof Decimal)
    return compareDecimals(a as bigint | Decimal, b as bigint | Decimal);
  if (typeof a === "object" || typeof b === "object" || isMixedJson(a, b)) return compareJson(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True for values of different kinds that only a column of JSON has next to each other. */
function isMixedJson(a: Value, b: Value): boolean {
  return typeof a !== typeof b && typeof a !== "bigint" && typeof b !== "bigint";
}

/** The row of a relation, and what finds those of its own relations. */
export interface RelatedRow {
  readonly row: Row;
  readonly find: FindRelated;
}

/** Finds the row of a relation. */
export type FindRelated = (row: Row, relation: string) => RelatedRow | undefined;

/** Orders rows by columns, and by those of the rows that belong to them. */
export function compareRows(a: Row, b: Row, orders: readonly Ordering[], find: FindRelated): number {
  for (const order of orders) {
    for (const [name, direction] of Object.entries(order)) {
      if (direction === null) continue;
      const compared = isDirection(direction)
        ? compareDirected(a[name] ?? null, b[name] ?? null, direction)
        : compareRelated(find(a, name) ?? noRow, find(b, name) ?? noRow, direction);
      if (compared !== 0) return compared;
    }
  }
  return 0;
}

/** The columns of a row that is not there are null. */
const noRow: RelatedRow = { row: {}, find: () => undefined };

function compareRelated(a: RelatedRow, b: RelatedRow, order: Ordering): number {
  return compareRows(a.row, b.row, [order], (row, name) => (row === a.row ? a : b).find(row, name));
}

function compareDirected(a: Value, b: Value, { sign, nullsFirst }: Direction): number {
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  return sign * compareValues(a, b);
}

/** @returns true for what orders a column */
export function isDirection(value: Direction | Ordering): value is Direction {
  return typeof value.sign === "number";
}

/** The column that a question orders its rows by first; `undefined` where there is none, or it is one of another table. */
export function firstOrder(orders: readonly Ordering[], columns: Columns): ColumnOrder | undefined {
  const [first] = orders.flatMap((order) => Object.entries(order));
  const [column, direction] = first ?? [];
  if (column === undefined || !direction || !isDirection(direction) || columns[column] === undefined) return undefined;
  return { column, isDescending: direction.sign === -1, nullsFirst: direction.nullsFirst };
}

/** True for an order by one column. */
export function isOnly(orders: readonly Ordering[]): boolean {
  return orders.flatMap((order) => Object.keys(order)).length === 1;
}

/** True for rows with one value in the column of an order. */
export function isAlike(a: Row, b: Row, { column }: ColumnOrder): boolean {
  return compareValues(a[column] ?? null, b[column] ?? null) === 0;
}

/** A text that is alike for rows with the same values in some columns, and for no others. */
export function valuesText(row: Row, columns: readonly string[]): string {
  const values = columns.map((column) => row[column] ?? null);
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === "bigint" || value instanceof Decimal ? `${value}` : value,
  );
}
