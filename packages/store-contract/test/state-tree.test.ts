import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { afterAll } from "vitest";
import { describeStateTree } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "state-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
describeStateTree("memory", createMemoryStore);
describeStateTree("sqlite", () => openSqliteStore(join(folder, `${files++}.db`)));
