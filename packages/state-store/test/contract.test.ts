import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeLedgerStore } from "../src/contract/index.ts";
import { createMemoryStore } from "../src/memory/index.ts";
import { openSqliteStore } from "../src/sqlite/index.ts";

const folder = mkdtempSync(join(tmpdir(), "ledger-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
describeLedgerStore("memory", createMemoryStore);
describeLedgerStore("sqlite", () => openSqliteStore(join(folder, `${files++}.db`)));
describeLedgerStore("sqlite, merging all the time", () =>
  openSqliteStore(join(folder, `${files++}.db`), { logRows: 3 }),
);
