import { statSync } from "node:fs";
import type { StoreOptions } from "../config/store-options.ts";
import { openExistingStore } from "./open-existing-store.ts";

/** The `backup` command: a copy that opens as a ledger of its own. @param file - must not exist */
export async function backup(file: string, { dataDir }: StoreOptions): Promise<void> {
  const store = openExistingStore(dataDir);
  try {
    await store.backup(file);
  } finally {
    await store.close();
  }
  process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
}
