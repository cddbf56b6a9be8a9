import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { afterAll } from "vitest";
import { describeLedgerStore } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "ledger-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
describeLedgerStore("memory", createMemoryStore, 2n ** 64n - 1n);
describeLedgerStore("sqlite", () => openSqliteStore(join(folder, `${files++}.db`)));
describeLedgerStore("sqlite, merging all the time", () =>
  openSqliteStore(join(folder, `${files++}.db`), { logRows: 3 }),
);
