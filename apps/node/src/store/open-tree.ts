import type { TreeStore } from "@ledger/state-store";
import { fileNextTo, type SqliteLocation, type StoreLocation } from "./location.ts";

/** Opens the state tree of a location's ledger, for writing: a file next to its database, or tables next to its tables. */
export async function openTree(location: StoreLocation): Promise<TreeStore> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresTree(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteTree(treeFile(location));
}

/** Deletes the state tree of a location. @throws StoreError `store_locked` while a node keeps it */
export async function removeTree(location: StoreLocation): Promise<boolean> {
  if (location.kind === "sqlite") {
    return (await import("@ledger/state-store/sqlite")).removeSqliteTree(treeFile(location));
  }
  const tree = await openTree(location);
  try {
    const { readTreeState } = await import("@ledger/state-store");
    // One that cannot be read is there, too.
    const isThere = await Promise.resolve(readTreeState(tree)).then(
      (state) => state !== undefined,
      () => true,
    );
    await tree.clear();
    return isThere;
  } finally {
    await tree.close();
  }
}

/** The file with the state tree of a ledger. */
export const treeFile = (location: SqliteLocation): string => fileNextTo(location, "tree.db");
