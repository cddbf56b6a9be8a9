import type { TableIndexReader, TableIndexStore } from "@ledger/state-store";
import { fileNextTo, type StoreLocation } from "./location.ts";

/** Name of the file with the index. */
const file = "index.db";

/** Name of the file with the index of what was committed last. */
const recentFile = "index-recent.db";

/** Names of the files with indexes of a ledger. */
export const indexFiles: readonly string[] = [file, recentFile];

/** Opens the index of the tables of a location's ledger, for writing: a file next to its database, or tables next to its tables. */
export async function openTableIndex(location: StoreLocation): Promise<TableIndexStore> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresTableIndex(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteTableIndex(fileNextTo(location, file));
}

/**
 * Opens the same index for reading.
 *
 * @returns `undefined` where there is none yet
 */
export async function openTableIndexReader(location: StoreLocation): Promise<TableIndexReader | undefined> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresTableIndexReader(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteTableIndexReader(fileNextTo(location, file));
}

/** Makes an empty index of what is committed from now on, next to the one that is built of all history. */
export async function openRecentIndex(location: StoreLocation): Promise<TableIndexStore> {
  await removeRecentIndex(location);
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresTableIndex(location.settings, "recent_index");
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteTableIndex(fileNextTo(location, recentFile));
}

/**
 * Opens the same index for reading.
 *
 * @returns `undefined` where there is none
 */
export async function openRecentIndexReader(location: StoreLocation): Promise<TableIndexReader | undefined> {
  if (location.kind === "postgres") {
    const { openPostgresTableIndexReader } = await import("@ledger/state-store/postgres");
    return openPostgresTableIndexReader(location.settings, "recent_index");
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteTableIndexReader(fileNextTo(location, recentFile));
}

/** Deletes the index of what was committed last, where there is one. */
export async function removeRecentIndex(location: StoreLocation): Promise<void> {
  if (location.kind === "postgres") {
    await (await import("@ledger/state-store/postgres")).removePostgresTableIndex(location.settings, "recent_index");
    return;
  }
  (await import("@ledger/state-store/sqlite")).removeSqliteTableIndex(fileNextTo(location, recentFile));
}

/** Opens an empty index that is gone when it is closed. */
export async function openScratchIndex(): Promise<TableIndexStore> {
  return (await import("@ledger/state-store/sqlite")).openSqliteTableIndex("");
}

/** Deletes the index of a location. @throws StoreError `store_locked` while a node keeps it */
export async function removeTableIndex(location: StoreLocation): Promise<boolean> {
  await removeRecentIndex(location);
  if (location.kind === "sqlite") {
    return (await import("@ledger/state-store/sqlite")).removeSqliteTableIndex(fileNextTo(location, file));
  }
  const index = await openTableIndex(location);
  try {
    const isThere = (await index.renew()) !== undefined;
    await index.clear();
    return isThere;
  } finally {
    await index.close();
  }
}
