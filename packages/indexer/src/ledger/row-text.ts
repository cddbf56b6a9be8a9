import { Decimal, parseDecimal } from "../decimal.ts";
import type { Row, Value } from "../row.ts";
import { type ColumnKind, kindOf, type TableShape } from "../tables/column.ts";
import { currentTables } from "../tables/current-tables.ts";
import { lookupTables } from "../tables/lookup-tables.ts";
import { damaged, parseKept } from "./kept-text.ts";

/** The tables whose rows are kept. */
export const keptTables: Readonly<Record<string, TableShape>> = { ...currentTables, ...lookupTables };

/** Numbers that JSON has no place for. */
const large: readonly ColumnKind[] = ["bigint", "numeric"];

/**
 * Writes a row as a JSON list: its key, where its columns do not say it, and the values of its columns in the order of the table.
 */
export function writeRow(table: string, key: string, row: Row): string {
  const shape = keptTables[table]!;
  const values: unknown[] = [keyOf(table, row) === key ? null : key];
  for (const column of Object.keys(shape.columns)) {
    const value = row[column] ?? null;
    values.push(typeof value === "bigint" || value instanceof Decimal ? `${value}` : value);
  }
  return JSON.stringify(values);
}

/** Inverse of {@link writeRow}. @throws StoreError `corrupt` for a text that is no row */
export function readRow(table: string, text: string): { readonly key: string; readonly row: Row } {
  const shape = keptTables[table]!;
  const parsed = parseKept(text);
  if (!Array.isArray(parsed)) throw damaged();
  const [named, ...values] = parsed as readonly (Value | undefined)[];
  const row: Record<string, Value> = {};
  let next = 0;
  for (const [column, type] of Object.entries(shape.columns)) {
    const value = values[next++] ?? null;
    row[column] = typeof value === "string" && large.includes(kindOf(type)) ? exactNumber(value) : value;
  }
  return { key: typeof named === "string" ? named : keyOf(table, row), row };
}

function exactNumber(text: string): bigint | Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw damaged();
  return value;
}

/** The key of a row, where its columns say it. */
export function keyOf(table: string, row: Row): string {
  return keptTables[table]!.key.map((column) => String(row[column])).join(" ");
}
