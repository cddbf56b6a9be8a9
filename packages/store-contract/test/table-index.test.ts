import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteTableIndex, openSqliteTableIndexReader, removeSqliteTableIndex } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testTableIndex } from "../scripts/table-index-contract.ts";

describe("an index of tables in a file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ledger-index-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testTableIndex({
    open: async () => openSqliteTableIndex(join(folder, "index.db")),
    openReader: async () => openSqliteTableIndexReader(join(folder, "index.db")),
  });

  test("a reader makes no file, and no writer writes into another one", () => {
    expect(openSqliteTableIndexReader(join(folder, "none.db"))).toBeUndefined();
    const other = join(folder, "other.db");
    writeFileSync(other, "something else".repeat(100));
    expect(() => openSqliteTableIndex(other)).toThrow(expect.objectContaining({ code: "not_a_store" }));
  });

  test("an index of an unknown schema is made again, and one that says it is ours and is not is refused", () => {
    const path = join(folder, "later.db");
    const index = openSqliteTableIndex(path);
    void index.write({ head: "old", rows: [], versions: [{ topic: "t", version: 1 }] });
    void index.close();
    const database = new Database(path);
    database.exec("create trigger strange after insert on rows begin delete from head; end");
    expect(() => openSqliteTableIndex(path)).toThrow(expect.objectContaining({ code: "corrupt" }));
    expect(() => openSqliteTableIndexReader(path)).toThrow(expect.objectContaining({ code: "corrupt" }));
    database.exec("drop trigger strange");
    database.pragma("user_version = 99");
    database.exec("create table later (id integer)");
    database.close();
    expect(openSqliteTableIndexReader(path)).toBeUndefined();
    const again = openSqliteTableIndex(path);
    expect(again.renew()).toBeUndefined();
    expect(again.stats()).toMatchObject({ versions: 0 });
    expect(() => removeSqliteTableIndex(path)).toThrow(expect.objectContaining({ code: "store_locked" }));
    void again.close();
    expect([removeSqliteTableIndex(path), removeSqliteTableIndex(path)]).toEqual([true, false]);
  });

  test("a file that is not an index is not deleted, and a reader notices that its own is gone", () => {
    const other = join(folder, "notes.db");
    const database = new Database(other);
    database.exec("create table notes (text); insert into notes values ('keep me')");
    database.close();
    expect(() => removeSqliteTableIndex(other)).toThrow(expect.objectContaining({ code: "not_a_store" }));
    expect(existsSync(other)).toBe(true);
    const path = join(folder, "gone.db");
    void openSqliteTableIndex(path).close();
    const reader = openSqliteTableIndexReader(path)!;
    expect(reader.renew()).toBeUndefined();
    removeSqliteTableIndex(path);
    expect(() => reader.renew()).toThrow(expect.objectContaining({ code: "file_moved" }));
    void openSqliteTableIndex(path).close();
    expect(() => reader.renew()).toThrow(expect.objectContaining({ code: "file_moved" }));
    void reader.close();
  });
});

describe("an index of tables without a name", () => {
  testTableIndex({ open: async () => openSqliteTableIndex("") });
});
