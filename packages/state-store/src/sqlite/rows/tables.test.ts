import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrations } from "../schema.ts";
import { columnsOf, type TableName, tables } from "./tables.ts";

const types = {
  integer: "INTEGER",
  "integer or null": "INTEGER",
  blob: "BLOB",
  "blob or null": "BLOB",
  text: "TEXT",
} as const;

test("every declared table has the columns that the migrations give it", () => {
  const database = new Database(":memory:");
  for (const migration of migrations) database.exec(migration);
  for (const table of Object.keys(tables) as TableName[]) {
    const actual = database.pragma(`table_info(${table})`) as { name: string; type: string }[];
    expect(actual.map(({ name, type }) => `${name} ${type}`).sort(), table).toEqual(
      Object.entries<keyof typeof types>(tables[table])
        .map(([name, type]) => `${name} ${types[type]}`)
        .sort(),
    );
    expect(columnsOf(table)).toEqual(Object.keys(tables[table]));
  }
  database.close();
});
