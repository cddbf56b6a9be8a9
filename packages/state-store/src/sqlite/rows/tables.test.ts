import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createTables } from "../schema.ts";
import { columnsOf, type TableName, tables } from "./tables.ts";

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

test("every declared table has the columns of the schema", () => {
  const database = new Database(":memory:");
  createTables(database);
  for (const table of Object.keys(tables) as TableName[]) {
    const actual = (database.pragma(`table_info(${table})`) as ColumnInfo[]).map(({ name, type, notnull, pk }) => {
      const isNullable = notnull === 0 && pk === 0;
      return [name, `${type.toLowerCase()}${isNullable ? " or null" : ""}`];
    });
    const declared = Object.entries<string>(tables[table]);
    const wanted = declared.map(([name, type]) => [name, type === "checksum" ? "integer" : type]);
    expect(actual, table).toEqual(wanted);
    expect(columnsOf(table)).toEqual(Object.keys(tables[table]));
  }
  database.close();
});
