import type { StoreLocation } from "./location.ts";

/**
 * Leaves a ledger as one file, after all that this process had open of it is closed. What is in the way, such as a node that still reads
 * it, loses nothing: the next start finds the log.
 *
 * @returns why the log could not be moved into the file
 */
export async function settleStore(location: StoreLocation): Promise<string | undefined> {
  if (location.kind !== "sqlite") return undefined;
  const { settleSqliteStore } = await import("@ledger/state-store/sqlite");
  try {
    settleSqliteStore(location.path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
