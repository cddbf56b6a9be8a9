import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  accountTransactions,
  fungibleAssetActivities,
  MemoryRows,
  noteCoin,
  openRecord,
  putCurrentRows,
  putTableItems,
  type Row,
  tableItems,
  tokenActivities,
} from "../src/index.ts";
import { readCoin, readRecord } from "./support/vector-record.ts";

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

function rowsOf(transactions: readonly string[], coins: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const current = new MemoryRows();
  for (const coin of coins) noteCoin({ type: coin, tag: readCoin(coin) }, current);
  const history = new Map<string, Row[]>();
  const add = (table: string, rows: readonly Row[]): void => {
    history.set(table, [...(history.get(table) ?? []), ...rows]);
  };
  const vectors = transactions.map(readRecord).sort((a, b) => Number(a.record.version - b.record.version));
  for (const { record, place, findTypes, decode } of vectors) {
    const view = openRecord(record, place);
    putCurrentRows(view, findTypes, current);
    putTableItems(view, decode, current);
    add("account_transactions", accountTransactions(view));
    add("fungible_asset_activities", fungibleAssetActivities(view));
    add("token_activities_v2", tokenActivities(view));
    add("table_items", tableItems(view, decode));
  }
  return { get: (table: string) => history.get(table) ?? [...current.list(table)] } as never;
}

/** A number in a row is a text or a number in the vectors, by its size. */
function comparable(value: unknown): unknown {
  return typeof value === "bigint" || typeof value === "number" ? `${value}` : value;
}

function pick(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, comparable(row[column])]));
}

const files = ["fungible_assets", "tokens", "objects", "account_transactions", "table_items", "accounts_by_key"];
for (const file of files) {
  describeVectors(`indexer/${file}.json`, () => {
    const { keys, cases } = readVectorJson<VectorFile>(`indexer/${file}.json`);
    for (const { case: name, transactions, known_coin_types: coins, rows } of cases) {
      test(name, () => {
        const made = rowsOf(transactions, coins);
        for (const [table, expected] of Object.entries(rows)) {
          const keyOf = (row: Readonly<Record<string, unknown>>): string =>
            keys[table]!.map((column) => String(row[column])).join(" ");
          const byKey = new Map((made.get(table) ?? []).map((row) => [keyOf(row), row]));
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
