import { statSync } from "node:fs";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { backUpFile } from "../store/open-store.ts";

/** The `backup` command: a copy that opens as a ledger of its own. @param file - must not exist */
export async function backup(file: string, options: StoreOptions): Promise<void> {
  await backUpFile(storeLocation(options), file);
  process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
}
