import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import { openPostgresExecution, openPostgresExecutionReader, openPostgresStore } from "@ledger/state-store/postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { testExecution } from "../../src/execution-contract.ts";

describe("results of execution on a PostgreSQL server", needsPostgres, () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
    await (await openPostgresStore({ url: server.url() })).close();
  });

  test("there are none before a node has executed anything", async () => {
    const reader = openPostgresExecutionReader({ url: server.url() });
    expect(await reader.find(1n)).toBeUndefined();
    expect(await reader.summary()).toMatchObject({ ranges: [] });
    await reader.close();
  });

  testExecution({
    open: () => openPostgresExecution({ url: server.url() }),
    openReader: async () => openPostgresExecutionReader({ url: server.url() }),
  });
});
