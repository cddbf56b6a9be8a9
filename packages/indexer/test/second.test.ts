import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { readVectorJson } from "@ledger/vectors";
import { describe } from "vitest";
import type { PlainRecord } from "./second/plain-record.ts";
import { plainRows } from "./second/plain-rows.ts";
import { randomRecords } from "./support/random-records.ts";
import { rowsOf } from "./support/rows-of.ts";
import { expectRows, testVectorRows } from "./support/vector-cases.ts";
import { openVector } from "./support/vector-record.ts";

// The product and a plain program that was written without knowing it make the same rows.

/** Tables of the plain program, and what finds a row of each. */
const keys: Readonly<Record<string, readonly string[]>> = {
  current_fungible_asset_balances: ["storage_id"],
  fungible_asset_metadata: ["asset_type"],
  fungible_asset_activities: ["transaction_version", "event_index"],
  current_collections_v2: ["collection_id"],
  current_token_datas_v2: ["token_data_id"],
  current_token_ownerships_v2: ["token_data_id", "property_version_v1", "owner_address", "storage_id"],
  token_activities_v2: ["transaction_version", "event_index"],
  current_objects: ["object_address"],
  account_transactions: ["transaction_version", "account_address"],
};

describe("the plain program makes the published rows", () => {
  const files = ["fungible_assets", "tokens", "objects", "account_transactions"];
  testVectorRows(
    files,
    (transactions, coins) => {
      const records = transactions.map((name) => readVectorJson<PlainRecord>(`indexer/transactions/${name}.json`));
      const rows = plainRows(
        records.sort((a, b) => Number(a.version) - Number(b.version)),
        coins,
      );
      return (table) => rows.get(table) ?? [];
    },
    // Tokens of the first standard are items of tables, which it leaves out.
    (table, row) => keys[table] !== undefined && (row.token_data_id === undefined || row.token_standard !== "v1"),
  );
});

const name = "both programs make the same rows of objects that are written, removed and absent in parts";
randomTest(name, { seed: "objects", count: 400 }, ({ seed, count }) => {
  for (let number = 0; number < count; number++) {
    const records = randomRecords(new Random(`${seed} ${number}`), number);
    const plain = plainRows(records, []);
    const made = rowsOf(records.map(openVector), []);
    for (const [table, key] of Object.entries(keys)) {
      expectRows(`${table} of case ${number}`, made.get(table), plain.get(table) ?? [], key);
    }
  }
});
