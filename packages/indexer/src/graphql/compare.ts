import type { Row, Value } from "../row.ts";

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
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Finds the row of a relation. */
export type FindRelated = (row: Row, relation: string) => { readonly row: Row; readonly find: FindRelated } | undefined;

/** Orders rows by columns, and by those of the rows that belong to them. */
export function compareRows(a: Row, b: Row, orders: readonly Ordering[], find: FindRelated): number {
  for (const order of orders) {
    for (const [name, direction] of Object.entries(order)) {
      if (direction === null) continue;
      const compared = isDirection(direction)
        ? compareDirected(a[name] ?? null, b[name] ?? null, direction)
        : compareRelated(find(a, name), find(b, name), direction);
      if (compared !== 0) return compared;
    }
  }
  return 0;
}

function compareRelated(a: ReturnType<FindRelated>, b: ReturnType<FindRelated>, order: Ordering): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareRows(a.row, b.row, [order], a.find);
}

function compareDirected(a: Value, b: Value, { sign, nullsFirst }: Direction): number {
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  return sign * compareValues(a, b);
}

/** @returns true for what orders a column */
export function isDirection(value: Direction | Ordering): value is Direction {
  return typeof value.sign === "number";
}
