import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteExecution, openSqliteExecutionReader } from "@ledger/state-store/sqlite";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testExecution } from "../src/execution-contract.ts";

describe("results of execution in a file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ledger-execution-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testExecution({
    open: async () => openSqliteExecution(join(folder, "execution.db")),
    openReader: async () => openSqliteExecutionReader(join(folder, "execution.db")),
  });

  test("a reader makes no file, and no writer writes into another one", () => {
    expect(openSqliteExecutionReader(join(folder, "none.db"))).toBeUndefined();
    const other = join(folder, "other.db");
    writeFileSync(other, "something else".repeat(100));
    expect(() => openSqliteExecution(other)).toThrow(expect.objectContaining({ code: "not_a_store" }));
  });

  test("a file without tables is one of a writer that has only begun", () => {
    const begun = join(folder, "begun.db");
    writeFileSync(begun, "");
    expect(openSqliteExecutionReader(begun)).toBeUndefined();
  });

  test("a stranger's trigger, index or view is refused before anything is read or written", () => {
    const path = join(folder, "strange.db");
    openSqliteExecution(path).close();
    const made = openSqliteExecutionReader(path);
    expect(made?.summary()).toMatchObject({ ranges: [] });
    made?.close();
    for (const [name, statement] of [
      ["trigger evil", "create trigger evil after insert on findings begin delete from totals; end"],
      ["index evil", "create index evil on findings (abs(version))"],
      ["view evil", "create view evil as select 1"],
    ] as const) {
      const stranger = new Sqlite(path);
      stranger.exec(statement);
      for (const open of [openSqliteExecution, openSqliteExecutionReader]) {
        expect(() => open(path), name).toThrow(
          expect.objectContaining({ code: "corrupt", message: expect.stringContaining(`it has ${name}`) }),
        );
      }
      stranger.exec(`drop ${name}`);
      stranger.close();
    }
    openSqliteExecution(path).close();
  });
});
