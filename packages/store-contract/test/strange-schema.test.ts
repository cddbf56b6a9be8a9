import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copySqliteStore, openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger } from "../src/build-ledger.ts";

const folder = makeScratchFolder("strange-schema");
afterAll(() => removeScratchFolder(folder));

const renameTable = (from: string, to: string): string =>
  `pragma writable_schema = on; update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = 'blocks'`;

test.each([
  [
    "a trigger",
    "create trigger evil after insert on records when new.version % 50 = 0 begin delete from log_chunks; delete from hashes; end",
    /it has trigger evil, which no ledger has/,
  ],
  ["a view", "create view evil as select * from records", /it has view evil/],
  ["an index over an expression", "create index evil on records (abs(version))", /it has index evil/],
  ["another table", "create table evil (x)", /it has table evil/],
  ["a name that is no name", 'create table "a\u001b[31m" (x)', /it has table a\?\[31m,/],
  ["a generated column", "alter table blocks add column evil as (abs(height))", /its table blocks is another one/],
  ["another rule", renameTable("hash blob not null", "hash blob"), /its table blocks is another one/],
  ["an index less", "drop index blocks_by_version", /it has no index blocks_by_version/],
])("a file with %s is opened, read and copied by nobody, and stays as it is", async (name, change, why) => {
  const path = join(folder, `${name}.db`);
  const store = openSqliteStore(path);
  store.commit(buildLedger().batch([[{}], [{}]]));
  store.close();
  const database = new Database(path);
  database.unsafeMode(true);
  database.exec(change);
  database.close();
  const before = readFileSync(path);
  const copy = join(folder, `copy of ${name}.db`);
  for (const open of [openSqliteStore, openSqliteReader, (from: string) => copySqliteStore(from, copy)]) {
    await expect(async () => open(path)).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(why),
    });
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});
