import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteReader, openSqliteStore, openSqliteTableIndex } from "./index.ts";

test("a file that cannot be opened is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-named-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [text, foreign, absent] = ["text.db", "foreign.db", "absent.db"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(text, "no database, but long enough to be looked at as the header of one".repeat(40));
  new Database(foreign).exec("create table other (id)").close();
  const said = (open: (path: string) => unknown, path: string): string => {
    try {
      open(path);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error(`${path} was opened`);
  };
  for (const open of [openSqliteStore, openSqliteReader, openSqliteTableIndex]) {
    expect(said(open, text)).toBe(`the file is not a SQLite database (SQLITE_NOTADB): ${text}`);
    expect(said(open, foreign)).toMatch(/is another program's database: .*foreign\.db$/);
  }
  expect(said(openSqliteReader, absent)).toBe(`there is no store at this path: ${absent}`);
});
