import Sqlite, { type Database } from "better-sqlite3";

/** A table, an index, a trigger or a view: its kind and name, and its definition. */
type SchemaEntry = readonly [name: string, definition: string];

/**
 * Makes what compares the schema of a database with that of an empty one, to the letter.
 *
 * @param schema - the statements that make an empty one
 * @param kind - the thing that such a database holds, for people: `ledger`
 * @returns tells of a database the first difference, in words; `undefined` where there is none
 */
export function compareWithSchema(schema: string, kind: string): (database: Database) => string | undefined {
  let entries: readonly SchemaEntry[] | undefined;
  return (database) => {
    entries ??= entriesOf(schema);
    const own = new Map(entries);
    for (const [name, definition] of listSchema(database, entries.length + 1)) {
      const expected = own.get(name);
      if (expected === undefined) return `it has ${inPlainText(name)}, which no ${kind} has`;
      if (expected !== definition) return `its ${name} is another one`;
      own.delete(name);
    }
    for (const name of own.keys()) return `it has no ${name}`;
    return undefined;
  };
}

/** Returns true for a database in which nothing has been made yet. */
export function isEmpty(database: Database): boolean {
  return database.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() === 0;
}

/** A name that a stranger chose, for people. */
function inPlainText(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 80);
}

function entriesOf(schema: string): readonly SchemaEntry[] {
  const empty = new Sqlite(":memory:");
  try {
    empty.exec(schema);
    return listSchema(empty, -1);
  } finally {
    empty.close();
  }
}

/** The parts of a schema. White space does not count: SQLite keeps that of the statements. */
function listSchema(database: Database, limit: number): readonly SchemaEntry[] {
  const rows = database
    .prepare<[number], { type: string; name: string; tbl_name: string; sql: string | null }>(
      "select type, name, tbl_name, sql from sqlite_schema limit ?",
    )
    .all(limit);
  return rows.map(({ type, name, tbl_name, sql }) => [
    `${type} ${name}`,
    `${tbl_name} ${sql?.replace(/\s+/g, " ") ?? ""}`,
  ]);
}
