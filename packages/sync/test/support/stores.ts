import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { onTestFinished } from "vitest";

/** A fresh store of each kind, closed and removed when the test has finished. */
export const stores: readonly (readonly [name: string, open: () => Promise<LedgerStore>])[] = [
  ["memory", async () => createMemoryStore()],
  [
    "sqlite",
    async () => {
      const { openSqliteStore } = await import("@ledger/state-store/sqlite");
      const folder = mkdtempSync(join(tmpdir(), "ledger-sync-"));
      const store = openSqliteStore(join(folder, "ledger.db"));
      onTestFinished(async () => {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      });
      return store;
    },
  ],
];
