import { randomBytes } from "node:crypto";
import type { TableIndexReader, TableIndexStore } from "../table-index-port.ts";
import { DerivedFiles } from "./derived-file.ts";
import { SqliteTableIndexReader } from "./table-index-reader.ts";
import { SqliteTableIndex } from "./table-index-writer.ts";
import { translated } from "./translate-error.ts";

const files = new DerivedFiles({
  name: "index of tables",
  // "LDIX"
  applicationId: 0x4c444958,
  schemaVersion: 2,
  /** Keys and topics are texts of any length: rows have the first 128 bits of their hashes with a salt that never leaves the file. */
  schema: `
create table head (id integer primary key check (id = 0), salt blob not null, head text);
create table rows (id integer primary key, key blob not null unique, row text not null);
create table row_topics (topic blob, place text, row integer, primary key (topic, place, row)) without rowid;
create table topic_versions (topic blob, place text, version integer, count integer not null, primary key (topic, place, version)) without rowid;
`,
  begin: (database) => void database.prepare("insert into head values (0, ?, null)").run(randomBytes(16)),
});

/**
 * Opens the file with the index of a ledger's tables, and makes it where there is none, or where it is of a schema that this build
 * does not know. An empty path is a file without a name that is gone when it is closed.
 *
 * @throws StoreError `not_a_store` for a file that is something else, `store_locked`, `read_only`, `io_error`
 */
export function openSqliteTableIndex(path: string): TableIndexStore {
  const { database, lock, sums } = files.openWriter(path);
  return translated(() => {
    try {
      return new SqliteTableIndex(database, lock, sums);
    } catch (error) {
      database.close();
      lock?.release();
      throw error;
    }
  });
}

/**
 * Opens the same file for reading. A reader whose file has been deleted or replaced says so when its picture is renewed.
 *
 * @returns `undefined` where there is none yet
 */
export function openSqliteTableIndexReader(path: string): TableIndexReader | undefined {
  const opened = files.openReader(path);
  if (opened === undefined) return undefined;
  return translated(() => {
    try {
      return new SqliteTableIndexReader(opened.database, opened.file);
    } catch (error) {
      opened.database.close();
      throw error;
    }
  });
}

/**
 * Deletes the file with an index.
 *
 * @returns false where there is none
 * @throws StoreError `store_locked` while somebody writes it, `not_a_store` for a file that is something else, and for a link that leads
 * out of its folder
 */
export function removeSqliteTableIndex(path: string): boolean {
  return files.remove(path);
}
