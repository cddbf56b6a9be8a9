import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createMemoryStore } from "../src/memory/index.ts";
import { openSqliteStore } from "../src/sqlite/index.ts";
import { describeLedgerStore } from "../src/testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "ledger-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
describeLedgerStore("memory", createMemoryStore);
describeLedgerStore("sqlite", () => openSqliteStore(join(folder, `${files++}.db`)));
describeLedgerStore("sqlite, merging all the time", () =>
  openSqliteStore(join(folder, `${files++}.db`), { logRows: 3 }),
);
