import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type LedgerReader, type LedgerStore, StoreError } from "@ledger/state-store";
import type { WriterOptions } from "@ledger/state-store/postgres";
import type { CopyOptions, SqliteStoreOptions } from "@ledger/state-store/sqlite";
import type { StoreLocation } from "./location.ts";
import { treeFile } from "./open-tree.ts";

/** A store that is being written, with whatever else its driver needs. */
export interface OpenedStore {
  readonly store: LedgerStore;
  /** Closes it; one that was made for a ledger that never began goes again. */
  close(): Promise<void>;
}

/** Listeners of a store that is written: to writes of a file, the wait for a server's lease, and a server that takes no writes. */
export type OpenStoreOptions = Pick<SqliteStoreOptions, "onStep"> & Pick<WriterOptions, "onLeaseWait" | "onTrouble">;

/**
 * Opens the ledger of a location for writing, and makes its store where there is none. This file alone knows which driver a
 * location means; each is loaded when it is used.
 */
export async function openStore(
  location: StoreLocation,
  { onStep, ...events }: OpenStoreOptions = {},
): Promise<OpenedStore> {
  if (location.kind === "postgres") {
    const { openPostgresStore } = await import("@ledger/state-store/postgres");
    const store = await openPostgresStore(location.settings, events);
    return { store, close: async () => store.close() };
  }
  const { openSqliteStore } = await import("@ledger/state-store/sqlite");
  const isNew = !existsSync(location.path);
  const { openCheckpointThread } = await import("./open-checkpoint-thread.ts");
  const checkpointThread = openCheckpointThread();
  const store = openSqliteStore(location.path, { checkpointThread, onStep });
  return {
    store,
    async close() {
      await checkpointThread?.close();
      if (isNew && (await store.summary()) === undefined) store.discard();
      else await store.close();
    },
  };
}

/**
 * Opens the ledger of a location for reading.
 *
 * @param isPrimaryOnly - of several servers those that are replicas are passed over: they may lag behind
 * @throws StoreError `not_a_store` without a ledger
 */
export async function openReader(location: StoreLocation, isPrimaryOnly = false): Promise<LedgerReader> {
  if (location.kind === "postgres") {
    const { openPostgresReader } = await import("@ledger/state-store/postgres");
    return openPostgresReader(location.settings, { isPrimaryOnly });
  }
  const { openSqliteReader } = await import("@ledger/state-store/sqlite");
  expectFile(location.path);
  return openSqliteReader(location.path, { treePath: treeFile(location) });
}

/**
 * Opens a ledger that is there for writing; where there is none nothing is made.
 *
 * @throws StoreError `not_a_store` without a ledger, `store_locked` while a node writes it
 */
export async function openExistingStore(location: StoreLocation): Promise<LedgerStore> {
  if (location.kind === "sqlite") expectFile(location.path);
  else await (await openReader(location)).close();
  return (await openStore(location)).store;
}

/**
 * Writes a copy of a ledger's file, also while a node writes it.
 *
 * @throws StoreError `invalid_argument` for a ledger on a server, which has means of its own
 */
export async function backUpFile(location: StoreLocation, file: string, options: CopyOptions): Promise<void> {
  if (location.kind === "postgres") {
    throw new StoreError(
      "invalid_argument",
      "a ledger on a PostgreSQL server is backed up with the server's own tools, or copied to a folder with 'db copy'",
    );
  }
  expectFile(location.path);
  const { copySqliteStore } = await import("@ledger/state-store/sqlite");
  await copySqliteStore(location.path, file, options);
}

function expectFile(path: string): void {
  if (!existsSync(path)) throw new StoreError("not_a_store", `there is no ledger in ${dirname(path)}`);
}
