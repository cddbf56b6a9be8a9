import { join } from "node:path";
import { runSql, startPostgres } from "@ledger/postgres-server";
import { layShards } from "./lay-shards.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch-folder.ts";
import type { StorePlace } from "./tested-store.ts";

/**
 * Stores that a check can work on: one file, a PostgreSQL server, one whose reads go to a streaming replica, or three databases that the
 * state is spread over.
 */
export type StoreKind = "sqlite" | "postgres" | "replica" | "shards";

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
  if (database !== undefined) {
    const next = kind === "shards" ? placesOverShards(database) : (number: number) => placeOn(kind, database, number);
    return { next: () => next(places++), close: async () => {} };
  }
  const server = await startPostgres({ settings: { fsync: "off" } });
  const replica = kind === "replica" ? await server.startReplica() : undefined;
  const own = {
    url: (parameters: string) => server.url(parameters),
    readUrl: (parameters: string) => (replica ?? server).url(parameters),
  };
  const next = kind === "shards" ? placesOverShards(own) : (number: number) => placeOn(kind, own, number);
  return {
    next: () => next(places++),
    async close() {
      await replica?.close();
      await server.close();
    },
  };
}

/** Makes two more databases on a server. @returns places over the three */
function placesOverShards(database: Database): (number: number) => StorePlace {
  const first = new URL(database.url(""));
  const shardUrls = [1, 2].map((number) => {
    const name = `${first.pathname.slice(1)}_s${number}`;
    runSql(first.href, `create database ${name}`);
    return Object.assign(new URL(first), { pathname: `/${name}` }).href;
  });
  return (number) => {
    const { url, partitionVersions } = placeOn("shards", database, number) as Extract<StorePlace, { kind: "postgres" }>;
    const place = {
      kind: "postgres" as const,
      url,
      partitionVersions,
      shardUrls: shardUrls.map((one) => withSchema(one, url)),
    };
    layShards(place);
    return place;
  };
}

/** The schema of one URL in another one. */
function withSchema(url: string, from: string): string {
  return Object.assign(new URL(url), { search: new URL(from).search }).href;
}

function placeOn(kind: StoreKind, database: Database, number: number): StorePlace {
  const schema = `schema=check_${kind}_${number}`;
  const readUrl = kind === "replica" ? database.readUrl(schema) : undefined;
  // In one piece, in partitions that are dropped now and then, and all the time.
  return { kind: "postgres", url: database.url(schema), readUrl, partitionVersions: [64, 4, 0][number % 3]! };
}
