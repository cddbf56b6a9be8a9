import type { TreeReads, TreeStore } from "../tree-port.ts";
import { DerivedFiles } from "./derived-file.ts";
import { TreeFileReads } from "./reading/tree-file-reads.ts";
import { SqliteTreeWriter } from "./writing/tree-writer.ts";

const files = new DerivedFiles({
  name: "state tree",
  // "LDTR"
  applicationId: 0x4c445452,
  schemaVersion: 1,
  /**
   * Rows of the tree, each since its version; a value is null where the row was removed and has a past. Earlier states of rows have the
   * version at which they were replaced.
   */
  schema: `
create table tree_rows (key blob not null, version integer not null, value blob, primary key (key)) without rowid;
create table tree_past (key blob not null, until integer not null, version integer not null, value blob, primary key (key, until)) without rowid;
create index tree_past_by_end on tree_past (until);
`,
});

/**
 * Opens the file with the state tree of a ledger for its one writer, and makes it where there is none, or where it is of a schema that
 * this build does not know. An empty path is a file without a name that is gone when it is closed.
 *
 * @throws StoreError `not_a_store` for a file that is something else, `store_locked`, `read_only`, `corrupt`, `io_error`
 */
export function openSqliteTree(path: string): TreeStore {
  const { database, lock, file, sums } = files.openWriter(path);
  try {
    return new SqliteTreeWriter(database, file, sums, () => lock?.release());
  } catch (error) {
    database.close();
    lock?.release();
    throw error;
  }
}

/** Reads of the file with a state tree, which may not be there yet, and may be deleted and made again. */
export function readSqliteTree(path: string): TreeReads & { close(): void } {
  return new TreeFileReads(() => files.openReader(path));
}

/**
 * Deletes the file with a state tree.
 *
 * @returns false where there is none
 * @throws StoreError `store_locked` while somebody writes it, `not_a_store` for a file that is something else, and for a link that leads
 * out of its folder
 */
export function removeSqliteTree(path: string): boolean {
  return files.remove(path);
}
