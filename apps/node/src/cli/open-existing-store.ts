import { existsSync } from "node:fs";
import { type LedgerReader, StoreError } from "@ledger/state-store";
import { openSqliteReader, openSqliteStore, type SqliteStore } from "@ledger/state-store/sqlite";
import { databasePath } from "../config/store-options.ts";

/**
 * Opens the ledger of a data folder for writing; a folder without one is left as it is.
 *
 * @throws StoreError `not_a_store` without a ledger, `store_locked` while a node runs on the folder
 */
export function openExistingStore(dataDir: string): SqliteStore {
  return openSqliteStore(existingDatabase(dataDir));
}

/**
 * Opens the ledger of a data folder for reading; a node may be running on the folder.
 *
 * @throws StoreError `not_a_store` without a ledger
 */
export function openExistingReader(dataDir: string): LedgerReader {
  return openSqliteReader(existingDatabase(dataDir));
}

function existingDatabase(dataDir: string): string {
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw new StoreError("not_a_store", `there is no ledger in ${dataDir}`);
  return path;
}
