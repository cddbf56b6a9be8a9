import { expect, test } from "vitest";
import { formatSchema } from "../schema.ts";
import { headColumns, storeColumns } from "./head-row.ts";
import { columnsOf, type TableName, tables } from "./tables.ts";

/** The columns of every table, read from the statements that make an empty store. */
function columnsInSchema(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  const text = formatSchema("s", undefined);
  for (const [, table, body] of text.matchAll(/create table s\.(\w+) \(\s*(.*?)\s*\)[^()]*(?:\(version\))?;\n/gs)) {
    const columns: Record<string, string> = {};
    for (const definition of body!.split(/,\s*(?![^(]*\))/)) {
      if (definition.startsWith("primary key")) continue;
      const [, name, type, rules] = /^(\w+) (\w+)(.*)$/.exec(definition)!;
      columns[name!] = /not null|primary key/.test(rules!) ? type! : `${type} or null`;
    }
    found.set(table!, columns);
  }
  expect(found.size, "tables read of those made").toBe(text.match(/create table/g)!.length);
  return found;
}

test("every declared table has the columns of the schema", () => {
  const schema = columnsInSchema();
  for (const table of Object.keys(tables) as TableName[]) {
    expect(tables[table], table).toEqual(schema.get(table));
    expect(columnsOf(table).map(({ name }) => name)).toEqual(Object.keys(tables[table]));
  }
});

test("the columns of the head and of the store are those of the schema, and all of the schema but the lease", () => {
  const schema = columnsInSchema();
  const typesOf = (table: string) =>
    Object.fromEntries(Object.entries(schema.get(table)!).map(([name, type]) => [name, type.replace(" or null", "")]));
  const { holder, lease_until, ...head } = typesOf("head");
  expect({ holder, lease_until }).toEqual({ holder: "text", lease_until: "timestamptz" });
  expect(headColumns).toEqual(head);
  const { id, ...store } = typesOf("store");
  expect(id).toBe("smallint");
  expect(storeColumns).toEqual(store);
});
