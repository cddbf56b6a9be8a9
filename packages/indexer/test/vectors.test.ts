import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { pick, rowsOf } from "./support/rows-of.ts";
import { readRecord } from "./support/vector-record.ts";

// Rows that follow from real transactions, computed by another program and equal to published ones.

interface VectorFile {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly {
    readonly case: string;
    readonly transactions: readonly string[];
    readonly known_coin_types: readonly string[];
    readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  }[];
}

const files = ["fungible_assets", "tokens", "objects", "account_transactions", "table_items", "accounts_by_key"];
for (const file of files) {
  describeVectors(`indexer/${file}.json`, () => {
    const { keys, cases } = readVectorJson<VectorFile>(`indexer/${file}.json`);
    for (const { case: name, transactions, known_coin_types: coins, rows } of cases) {
      test(name, () => {
        const made = rowsOf(transactions.map(readRecord), coins);
        for (const [table, expected] of Object.entries(rows)) {
          const keyOf = (row: Readonly<Record<string, unknown>>): string =>
            keys[table]!.map((column) => String(row[column])).join(" ");
          const byKey = new Map(made.get(table).map((row) => [keyOf(row), row]));
          expect([...byKey.keys()].sort(), table).toEqual(expected.map(keyOf).sort());
          for (const row of expected) {
            const columns = Object.keys(row);
            expect(pick(byKey.get(keyOf(row))!, columns), table).toEqual(pick(row, columns));
          }
        }
      });
    }
  });
}
