import { join } from "node:path";
import { startPostgres } from "@ledger/postgres-server";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";
import type { StorePlace } from "./tested-store.ts";

/** Stores that a check can work on: one file, a PostgreSQL server, or one whose reads go to a streaming replica. */
export const storeKinds = ["sqlite", "postgres", "replica"] as const;
export type StoreKind = (typeof storeKinds)[number];

/** Places of empty stores, one after the other. */
export interface StorePlaces {
  next(): StorePlace;
  /** Deletes them all. */
  close(): Promise<void>;
}

/** A database that is there already, and how it is read. */
export interface Database {
  url(parameters: string): string;
  readUrl(parameters: string): string;
}

/**
 * Makes room for the stores of one check.
 *
 * @param database - to use in place of a server of its own
 * @throws Error where a server is wanted and PostgreSQL is not installed
 */
export async function openStorePlaces(kind: StoreKind, database?: Database): Promise<StorePlaces> {
  let places = 0;
  if (kind === "sqlite") {
    const folder = makeScratchFolder("check");
    return {
      next: () => ({ kind, path: join(folder, `${places++}.db`), logRows: 1 + ((places * 97) % 200) }),
      close: async () => removeScratchFolder(folder),
    };
  }
  if (database !== undefined) return { next: () => placeOn(kind, database, places++), close: async () => {} };
  const server = await startPostgres({ settings: { fsync: "off" } });
  const replica = kind === "replica" ? await server.startReplica() : undefined;
  const own = {
    url: (parameters: string) => server.url(parameters),
    readUrl: (parameters: string) => (replica ?? server).url(parameters),
  };
  return {
    next: () => placeOn(kind, own, places++),
    async close() {
      await replica?.close();
      await server.close();
    },
  };
}

function placeOn(kind: StoreKind, database: Database, number: number): StorePlace {
  const schema = `schema=check_${kind}_${number}`;
  const readUrl = kind === "replica" ? database.readUrl(schema) : undefined;
  // In one piece, in partitions that are dropped now and then, and all the time.
  return { kind: "postgres", url: database.url(schema), readUrl, partitionVersions: [64, 4, 0][number % 3]! };
}
