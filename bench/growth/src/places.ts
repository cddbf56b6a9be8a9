import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@ledger/postgres-server";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";

/** A place for a ledger on a disk. */
export interface Place {
  openStore(): Promise<LedgerStore>;
  openReader(): Promise<LedgerReader>;
  /** Bytes of all that the store keeps. */
  bytes(): number;
  /** Removes it. */
  remove(): Promise<void>;
}

/** The kinds of places, by their names. */
export const places: Readonly<Record<string, () => Promise<Place>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "ledger-bench-growth-"));
    const path = join(folder, "ledger.db");
    return {
      openStore: async () => openSqliteStore(path),
      openReader: async () => openSqliteReader(path),
      bytes: () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    // A quarter of the memory, as PostgreSQL's own documentation advises.
    const buffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`;
    const settings = { shared_buffers: buffers, max_wal_size: "4GB", fsync: "on", synchronous_commit: "on" };
    const server = await startPostgres({ onDisk: true, settings });
    const url = server.url();
    return {
      openStore: () => openPostgresStore({ url }),
      openReader: () => openPostgresReader({ url }, { connections: 2 }),
      bytes: () => Number(server.sql("select pg_database_size(current_database())")),
      remove: () => server.close(),
    };
  },
};
