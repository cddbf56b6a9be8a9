import type { TableIndexReader, TableIndexStore } from "../table-index-port.ts";
import { type PostgresSettings, parsePostgresUrl } from "./connection/settings.ts";
import { PostgresTableIndex } from "./table-index.ts";
import type { TableIndexName } from "./table-index-rows.ts";

/**
 * Opens an index of a ledger's tables next to the ledger on a PostgreSQL server, for writing, and makes its tables where there are none.
 *
 * @param name - what the names of its tables begin with
 * @throws StoreError `store_locked` while another program writes it, `corrupt` for tables with triggers or rules that are not ours,
 * `unavailable`, `access_denied`, `read_only`
 */
export async function openPostgresTableIndex(
  settings: PostgresSettings,
  name: TableIndexName = "index",
): Promise<TableIndexStore> {
  const index = new PostgresTableIndex(parsePostgresUrl(settings), name, true);
  try {
    await index.open();
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

/** Opens the same index for reading, whether or not there is any yet. */
export function openPostgresTableIndexReader(
  settings: PostgresSettings,
  name: TableIndexName = "index",
): TableIndexReader {
  return new PostgresTableIndex(parsePostgresUrl(settings), name, false);
}

/**
 * Deletes the tables of an index, where there are any.
 *
 * @throws StoreError `store_locked` while another program writes it, and what {@link openPostgresTableIndex} throws
 */
export async function removePostgresTableIndex(settings: PostgresSettings, name: TableIndexName): Promise<void> {
  const index = new PostgresTableIndex(parsePostgresUrl(settings), name, true);
  try {
    await index.remove();
  } finally {
    await index.close();
  }
}
