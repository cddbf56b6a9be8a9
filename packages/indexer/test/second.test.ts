import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import type { PlainRecord, PlainRow } from "./second/plain-record.ts";
import { plainRows } from "./second/plain-rows.ts";
import { pick } from "./support/rows-of.ts";

interface VectorFile {
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly {
    readonly case: string;
    readonly transactions: readonly string[];
    readonly known_coin_types: readonly string[];
    readonly rows: Readonly<Record<string, readonly PlainRow[]>>;
  }[];
}

/** Rows of the first tokens are items of tables: the second program leaves them out. */
const isOfFirstTokens = (row: PlainRow): boolean => row.token_standard === "v1" && row.token_data_id !== undefined;

for (const file of ["fungible_assets", "tokens", "objects", "account_transactions"]) {
  describeVectors(`indexer/${file}.json`, () => {
    const { keys, cases } = readVectorJson<VectorFile>(`indexer/${file}.json`);
    for (const { case: name, transactions, known_coin_types: coins, rows } of cases) {
      test(`the second program agrees: ${name}`, () => {
        const records = transactions.map((each) => readVectorJson<PlainRecord>(`indexer/transactions/${each}.json`));
        const made = plainRows(
          records.sort((a, b) => Number(a.version) - Number(b.version)),
          coins,
        );
        for (const [table, expected] of Object.entries(rows)) {
          const keyOf = (row: PlainRow): string => keys[table]!.map((column) => String(row[column])).join(" ");
          const wanted = expected.filter((row) => !isOfFirstTokens(row) && table !== "current_token_pending_claims");
          const byKey = new Map((made.get(table) ?? []).map((row) => [keyOf(row), row]));
          expect([...byKey.keys()].sort(), table).toEqual(wanted.map(keyOf).sort());
          for (const row of wanted) {
            const columns = Object.keys(row);
            expect(pick(byKey.get(keyOf(row))!, columns), table).toEqual(pick(row, columns));
          }
        }
      });
    }
  });
}
