import type { Decimal } from "./decimal.ts";

/**
 * A value of a column. Numbers that may be large are `bigint`, or {@link Decimal} where they are not whole; `jsonb` columns hold
 * plain JSON.
 */
export type Value = string | boolean | number | bigint | Decimal | null | JsonColumn;

/** The value of a `jsonb` column. */
export type JsonColumn = { readonly [member: string]: unknown } | readonly unknown[];

/** A row of a table, by its columns. */
export interface Row {
  readonly [column: string]: Value;
}

/**
 * Rows that later transactions replace, and what else rules look up of earlier ones. Rules read rows that they have written
 * themselves.
 */
export interface CurrentRows {
  /** @returns the row with a key, as it is after all that has been put; `undefined` where there is none */
  find(table: string, key: string): Row | undefined;
  /** Puts a row in the place of the one with its key. */
  put(table: string, key: string, row: Row): void;
}
