import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteExecution, openSqliteExecutionReader } from "@ledger/state-store/sqlite";
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
});
