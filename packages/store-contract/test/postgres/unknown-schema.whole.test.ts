import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { buildLedger } from "../../src/build-ledger.ts";

describe("a PostgreSQL store of an unknown schema", needsPostgres, () => {
  test.each([0, 2])("version %i, is refused with the cure, and nothing is changed", async (version) => {
    const database = await openTestDatabase();
    const schema = `unknown${version}`;
    const url = database.url(`schema=${schema}`);
    const store = await openPostgresStore({ url });
    await store.commit(buildLedger().batch([[{}]]));
    await store.close();
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    await client.query(`update ${schema}.store set schema_version = ${version}`);
    const look = async () => [
      (await client.query(`select * from ${schema}.store, ${schema}.head order by step`)).rows,
      (await client.query("select relname from pg_class where relnamespace = $1::regnamespace order by 1", [schema]))
        .rows,
    ];
    const before = await look();
    for (const open of [openPostgresStore, openPostgresReader]) {
      await expect(open({ url })).rejects.toMatchObject({
        code: "schema_unsupported",
        message: expect.stringMatching(
          /has schema \d.* run the release that wrote it, or begin a new ledger elsewhere/,
        ),
      });
    }
    expect(await look()).toEqual(before);
    await client.end();
  });
});
