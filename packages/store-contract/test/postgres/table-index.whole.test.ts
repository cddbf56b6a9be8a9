import { needsPostgres, type PostgresServer, startPostgres } from "@ledger/postgres-server";
import { openPostgresStore, openPostgresTableIndex, openPostgresTableIndexReader } from "@ledger/state-store/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testTableIndex } from "../../scripts/table-index-contract.ts";

describe("an index of tables on a PostgreSQL server", needsPostgres, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "off" } });
    await (await openPostgresStore({ url: server.url() })).close();
  });
  afterAll(async () => server?.close());

  test("there is none before a node keeps one", async () => {
    const reader = openPostgresTableIndexReader({ url: server.url() });
    expect(await reader.renew()).toBeUndefined();
    await reader.close();
  });

  testTableIndex({
    open: () => openPostgresTableIndex({ url: server.url() }),
    openReader: async () => openPostgresTableIndexReader({ url: server.url() }),
  });
});
