import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";

/** Fills a data folder with the ledger of the local network's demonstration. @param blocks - all of them by default */
export async function fillDemoLedger(folder: string, blocks?: number): Promise<void> {
  const store = openSqliteStore(join(folder, "ledger.db"));
  try {
    await ingest({ source: demoSource(blocks), store });
  } finally {
    await store.close();
  }
}

if (import.meta.main) await fillDemoLedger(process.argv[2]!);
