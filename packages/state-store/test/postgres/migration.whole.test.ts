import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { openPostgresReader, openPostgresStore } from "../../src/postgres/index.ts";
import { buildLedger } from "../../src/testing/index.ts";
import { listTopics, manyEvents } from "../support/topics.ts";

describe("a PostgreSQL store of the first schema", needsPostgres, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });

  test.each([0, 512])("is migrated with an index of its events; versions of a partition: %s", async (size) => {
    const schema = `old${size}`;
    const url = database.url(`schema=${schema}`);
    const specs = manyEvents(1_300);
    const ledger = buildLedger();
    const store = await openPostgresStore({ url }, { partitionVersions: size });
    await store.commit(ledger.batch([specs]));
    const lists = await listTopics(store, specs);
    expect(lists.flat().length).toBeGreaterThan(1_300);
    await store.close();
    // As the first schema has left it.
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    await client.query(`drop table ${schema}.topic_events`);
    await client.query(`update ${schema}.head set schema_version = 1`);
    await client.end();
    await expect(openPostgresReader({ url })).rejects.toMatchObject({ code: "schema_unsupported" });

    const migrated = await openPostgresStore({ url }, { partitionVersions: size });
    expect(await listTopics(migrated, specs)).toEqual(lists);
    await migrated.commit(ledger.batch([manyEvents(3)]));
    expect((await migrated.verify()).problems).toEqual([]);
    while (!(await migrated.prune({ stateVersion: 1_300n, ledgerVersion: 1_300n }, 1_000)).done);
    expect((await listTopics(migrated, specs)).flat().every((place) => place.startsWith("130"))).toBe(true);
    expect((await migrated.verify()).problems).toEqual([]);
    await migrated.close();
  });
});
