import { setTimeout as delay } from "node:timers/promises";
import type { LedgerReader, LedgerStore, TreeStore } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore, openPostgresTree } from "@ledger/state-store/postgres";
import { openSqliteReader, openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import type { Awaitable } from "@ledger/types";
import pg from "pg";

/** A store that a check works on: it can be opened more than once. */
export interface TestedStore {
  open(): Awaitable<LedgerStore>;
  openReader(): Awaitable<LedgerReader>;
  /** Resolves when readers see everything that was written. */
  settle(): Awaitable<void>;
  /** Frees what opening and settling took. */
  close(): Awaitable<void>;
}

/** Where a tested store is. Plain data, for checks that open it in another process. */
export type StorePlace =
  | { readonly kind: "sqlite"; readonly path: string; readonly logRows: number }
  /** With `readUrl` reads go to a replica. */
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly readUrl?: string | undefined;
      readonly partitionVersions: number;
      /** Databases that have a part of the state. */
      readonly shardUrls?: readonly string[] | undefined;
    };

/** Opens the state tree next to the store of a place: on a server the store has to be there. */
export function openTreeOf(place: StorePlace): Awaitable<TreeStore> {
  return place.kind === "sqlite" ? openSqliteTree(treePathOf(place.path)) : openPostgresTree({ url: place.url });
}

/** The file of the tree next to the file of a store. */
export function treePathOf(path: string): string {
  return path.replace(/\.db$/, "-tree.db");
}

/** Finds the store of a place. */
export function testedStore(place: StorePlace): TestedStore {
  if (place.kind === "sqlite") {
    const { path, logRows } = place;
    return {
      open: () => openSqliteStore(path, { logRows, checkpointPages: 200 }),
      openReader: () => openSqliteReader(path, { treePath: treePathOf(path) }),
      settle: () => {},
      close: () => {},
    };
  }
  const { url, readUrl = url, partitionVersions } = place;
  const followers = [url, readUrl].map((one) => createStepReader(one));
  return {
    open: () => openPostgresStore({ url }, { partitionVersions }),
    openReader: () => openPostgresReader({ url: readUrl }),
    async settle() {
      if (readUrl === url) return;
      const [primary, replica] = followers;
      const wanted = await primary!.step();
      while ((await replica!.step()) < wanted) await delay(1);
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

/** Follows how many writes a server has seen. */
function createStepReader(url: string): { step(): Promise<number>; close(): Promise<void> } {
  const { searchParams, pathname, host } = new URL(url);
  const schema = searchParams.get("schema") ?? "ledger";
  const pool = new pg.Pool({ connectionString: `postgres://postgres@${host}${pathname}`, max: 1 });
  return {
    async step() {
      try {
        const { rows } = await pool.query<{ step: string }>(`select max(step) as step from ${schema}.head`);
        return Number(rows[0]?.step ?? -1);
      } catch (error) {
        // A replica that has not seen the database or the tables yet.
        if (/^(3D000|3F000|42P01)$/.test((error as { code?: string }).code ?? "")) return -1;
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
