import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";

/** A row, by column. */
export type AnyRow = Readonly<Record<string, unknown>>;

interface VectorFile {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly {
    readonly case: string;
    readonly transactions: readonly string[];
    readonly known_coin_types: readonly string[];
    readonly rows: Readonly<Record<string, readonly AnyRow[]>>;
  }[];
}

/** Makes the rows of a table from the records of a case. */
export type MakeRows = (
  transactions: readonly string[],
  coins: readonly string[],
) => (table: string) => readonly AnyRow[];

/**
 * Tests a program that makes rows by those of the vectors, which another program computed, equal to published ones.
 *
 * @param isOurs - false for rows that the program does not make
 */
export function testVectorRows(
  files: readonly string[],
  make: MakeRows,
  isOurs: (table: string, row: AnyRow) => boolean = () => true,
): void {
  for (const file of files) {
    describeVectors(`indexer/${file}.json`, () => {
      const { keys, cases } = readVectorJson<VectorFile>(`indexer/${file}.json`);
      for (const { case: name, transactions, known_coin_types: coins, rows } of cases) {
        test(name, () => {
          const made = make(transactions, coins);
          for (const [table, published] of Object.entries(rows)) {
            expectRows(
              table,
              made(table),
              published.filter((row) => isOurs(table, row)),
              keys[table]!,
            );
          }
        });
      }
    });
  }
}

/**
 * Expects the same rows of a table, by their keys, and the same values in the columns that are expected.
 *
 * @param label - of the comparison, for who reads that it failed
 */
export function expectRows(
  label: string,
  made: readonly AnyRow[],
  expected: readonly AnyRow[],
  key: readonly string[],
): void {
  const keyOf = (row: AnyRow): string => key.map((column) => String(row[column])).join(" ");
  const byKey = new Map(made.map((row) => [keyOf(row), row]));
  expect([...byKey.keys()].sort(), label).toEqual(expected.map(keyOf).sort());
  for (const row of expected) {
    const columns = Object.keys(row);
    expect(pick(byKey.get(keyOf(row))!, columns), label).toEqual(pick(row, columns));
  }
}

function pick(row: AnyRow, columns: readonly string[]): AnyRow {
  return Object.fromEntries(columns.map((column) => [column, comparable(row[column])]));
}

/** A number in a row is a text or a number in the vectors, by its size. */
const comparable = (value: unknown): unknown =>
  typeof value === "bigint" || typeof value === "number" ? `${value}` : value;
