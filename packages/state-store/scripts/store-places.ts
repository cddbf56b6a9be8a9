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

/** Makes room for the stores of one check. @throws Error where a server is wanted and PostgreSQL is not installed */
export async function openStorePlaces(kind: StoreKind): Promise<StorePlaces> {
  let places = 0;
  if (kind === "sqlite") {
    const folder = makeScratchFolder("check");
    return {
      next: () => ({ kind, path: join(folder, `${places++}.db`), logRows: 1 + ((places * 97) % 200) }),
      close: async () => removeScratchFolder(folder),
    };
  }
  const server = await startPostgres({ settings: { fsync: "off" } });
  const replica = kind === "replica" ? await server.startReplica() : undefined;
  return {
    next() {
      const schema = `schema=check_${places++}`;
      // In one piece, in partitions that are dropped now and then, and all the time.
      const partitionVersions = [0, 64, 4][places % 3]!;
      return { kind: "postgres", url: server.url(schema), readUrl: replica?.url(schema), partitionVersions };
    },
    async close() {
      await replica?.close();
      await server.close();
    },
  };
}
