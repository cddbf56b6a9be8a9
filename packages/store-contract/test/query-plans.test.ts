import { join } from "node:path";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test, vi } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("plans");
afterAll(() => removeScratchFolder(folder));

/**
 * Every statement that a store prepares with `+?`. SQLite 3.54 prepares one with a plain `?` again on every bind of an indexed
 * column; the two forms must stay the same statement in everything but that.
 */
const path = join(folder, "plans.db");
const prepare = vi.spyOn(Database.prototype, "prepare");
const store = openSqliteStore(path, { logRows: 100 });
const ledger = buildLedger();
for (let i = 0; i < 40; i++) {
  const writes = Array.from({ length: 20 }, (_, key) => ({
    key: testAccountKey(testAddress(key), 1, Uint8Array.of(1)),
    value: testBytes(i, BigInt(key), 1, 50),
  }));
  store.commit(ledger.batch([[{ writes }]]));
}
store.readState(30n, testAccountKey(testAddress(3), 1, Uint8Array.of(1)));
store.close();
const statements = [...new Set(prepare.mock.calls.map(([source]) => source.replace(/\s+/g, " ")))].filter((source) =>
  source.includes("+?"),
);
prepare.mockRestore();

describe("statements that bind with +?", () => {
  const database = new Database(path, { readonly: true });
  afterAll(() => database.close());

  test("are all that the store reads and deletes by", () => {
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.filter((source) => source.includes("from state_values"))).not.toEqual([]);
  });

  test.each(statements)("%s", (plus) => {
    const plain = plus.replaceAll("+?", "?");
    const nothing = Array.from({ length: plain.split("?").length - 1 }, () => null);
    const plan = (sql: string) =>
      database
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...nothing)
        .map(({ detail }) => detail);
    expect(plan(plus)).toEqual(plan(plain));
    // Whatever is sought is sought by a key: nothing reads a whole table.
    expect(
      plan(plus).filter(
        (detail) => !/^(SEARCH|CORRELATED SCALAR SUBQUERY|CO-ROUTINE|SCAN \(subquery|USE TEMP)/.test(detail),
      ),
    ).toEqual([]);
  });
});
