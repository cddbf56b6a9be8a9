import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { openSqliteStore } from "../src/sqlite/index.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/testing/index.ts";

const folder = makeScratchFolder("plans");
afterAll(() => removeScratchFolder(folder));

/**
 * Hot statements bind with `+?`: SQLite 3.54 prepares one with a plain `?` anew on every bind of an indexed column. The two
 * forms must stay the same statement in everything but that.
 */
const statements = [
  [
    "point read",
    "select packed from state_values where key_id = ? and version <= ? order by version desc limit 1",
    [3, 30],
    "SEARCH state_values USING PRIMARY KEY (key_id=? AND version<?)",
  ],
  [
    "key id",
    "select id from state_keys where key = ?",
    [new Uint8Array(4)],
    "SEARCH state_keys USING PRIMARY KEY (key=?)",
  ],
  [
    "log chunk",
    "select entries from log_chunks where id = ?",
    [1],
    "SEARCH log_chunks USING INTEGER PRIMARY KEY (rowid=?)",
  ],
  [
    "sweep",
    "select version from state_values where key_id = ? and version < ?",
    [3, 30],
    "SEARCH state_values USING PRIMARY KEY (key_id=? AND version<?)",
  ],
] as const;

describe("statements that bind with +?", () => {
  const path = join(folder, "plans.db");
  const store = openSqliteStore(path, { logRows: 100 });
  const ledger = buildLedger();
  for (let i = 0; i < 40; i++) {
    const writes = Array.from({ length: 20 }, (_, key) => ({
      key: testAccountKey(testAddress(key), 1, Uint8Array.of(1)),
      value: testBytes(i, BigInt(key), 1, 50),
    }));
    store.commit(ledger.batch([[{ writes }]]));
  }
  store.close();
  const database = new Database(path, { readonly: true });
  afterAll(() => database.close());

  test.each(statements)("%s: seeks by the same index and finds the same as with ?", (_, plain, values, plan) => {
    const plus = plain.replaceAll("?", "+?");
    const details = (sql: string) =>
      database
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...values)
        .map(({ detail }) => detail);
    expect(details(plain)).toEqual([plan]);
    expect(details(plus)).toEqual([plan]);
    expect(database.prepare(plus).all(...values)).toEqual(database.prepare(plain).all(...values));
  });
});
