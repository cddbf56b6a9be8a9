import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createTables } from "../schema.ts";
import { prepareInsert, RowInserter } from "./row-inserter.ts";

function openTables(): Database.Database {
  const database = new Database(":memory:");
  createTables(database);
  return database;
}

function readRows(database: Database.Database): unknown {
  return database.prepare("select key_id, version, hex(packed) from state_values order by key_id").raw().all();
}

test("every row arrives with its own bytes, small or large, however many there are", () => {
  for (const count of [0, 1, 15, 16, 17, 100]) {
    const database = openTables();
    const rows = new RowInserter(database, "state_values");
    const lengthOf = (id: number): number => (id * 13) % 130;
    for (let id = 0; id < count; id++) {
      rows.add({ version: 2 * id, packed: rows.copySmall(new Uint8Array(lengthOf(id)).fill(id)), key_id: id });
    }
    rows.flush();
    const wanted = Array.from({ length: count }, (_, id) => [
      id,
      2 * id,
      id.toString(16).padStart(2, "0").toUpperCase().repeat(lengthOf(id)),
    ]);
    expect(readRows(database)).toEqual(wanted);
    database.close();
  }
});

test("a row that is there undoes the transaction, or is left out where that was asked for", () => {
  const database = openTables();
  const packed = Uint8Array.of(1);
  prepareInsert(database, "state_values")({ key_id: 7, version: 1, packed });
  const strict = new RowInserter(database, "state_values");
  const insertAll = (rows: typeof strict): void => {
    for (let key_id = 0; key_id < 16; key_id++) rows.add({ key_id, version: 1, packed: Uint8Array.of(2) });
  };
  database.exec("begin");
  expect(() => insertAll(strict)).toThrow(/UNIQUE/);
  expect(database.inTransaction).toBe(false);
  strict.reset();
  strict.flush();
  expect(readRows(database)).toEqual([[7, 1, "01"]]);

  insertAll(new RowInserter(database, "state_values", "ignore"));
  expect(readRows(database)).toHaveLength(16);
  expect(readRows(database)).toContainEqual([7, 1, "01"]);
  database.close();
});
