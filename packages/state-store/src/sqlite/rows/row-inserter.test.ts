import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { RowInserter } from "./row-inserter.ts";

function openTable(): Database.Database {
  const database = new Database(":memory:");
  database.exec("create table t (id integer primary key, bytes blob)");
  return database;
}

function readRows(database: Database.Database): unknown {
  return database.prepare("select id, hex(bytes) from t order by id").raw().all();
}

test("every row arrives with its own bytes, small or large, however many there are", () => {
  for (const count of [0, 1, 15, 16, 17, 100]) {
    const database = openTable();
    const rows = new RowInserter<[id: number, bytes: Uint8Array | null]>(database, "t", 2);
    const lengthOf = (id: number): number => (id * 13) % 130;
    for (let id = 0; id < count; id++) {
      rows.add(id, id % 5 === 4 ? null : rows.copySmall(new Uint8Array(lengthOf(id)).fill(id)));
    }
    rows.flush();
    const wanted = Array.from({ length: count }, (_, id) => [
      id,
      id % 5 === 4 ? "" : id.toString(16).padStart(2, "0").toUpperCase().repeat(lengthOf(id)),
    ]);
    expect(readRows(database)).toEqual(wanted);
    database.close();
  }
});

test("a row that is there undoes the transaction, or is left out where that was asked for", () => {
  const database = openTable();
  database.exec("insert into t values (7, x'01')");
  const strict = new RowInserter<[id: number, bytes: Uint8Array | null]>(database, "t", 2);
  const insertAll = (rows: typeof strict): void => {
    for (let id = 0; id < 16; id++) rows.add(id, null);
  };
  database.exec("begin");
  expect(() => insertAll(strict)).toThrow(/UNIQUE/);
  expect(database.inTransaction).toBe(false);
  strict.reset();
  strict.flush();
  expect(readRows(database)).toEqual([[7, "01"]]);

  insertAll(new RowInserter<[id: number, bytes: Uint8Array | null]>(database, "t", 2, "ignore"));
  expect(readRows(database)).toHaveLength(16);
  database.close();
});
