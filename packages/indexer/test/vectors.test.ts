import { rowsOf } from "./support/rows-of.ts";
import { testVectorRows } from "./support/vector-cases.ts";
import { readRecord } from "./support/vector-record.ts";

// Rows that follow from real transactions, computed by another program and equal to published ones.

const files = ["fungible_assets", "tokens", "objects", "account_transactions", "table_items", "accounts_by_key"];
testVectorRows(files, (transactions, coins) => rowsOf(transactions.map(readRecord), coins).get);
