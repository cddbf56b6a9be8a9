import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { expectReadable, type KnownSchemas, knownSchemas } from "./schema.ts";
import { openPostgresStore, openStoreOf } from "./store.ts";

/** What a release after this one may know. */
const next: KnownSchemas = {
  written: knownSchemas.written + 1,
  steps: {
    [knownSchemas.written]: ["alter table @.blocks add column proposer bytea", "create table @.added (id int)"],
  },
};

test("a release reads the schema that it writes and the one before", () => {
  const later = { written: 5, steps: {} };
  for (const version of [4, 5]) expect(() => expectReadable(version, later)).not.toThrow();
  for (const version of [0, 3, 6]) {
    expect(() => expectReadable(version, later)).toThrowError(expect.objectContaining({ code: "schema_unsupported" }));
  }
  expect(() => expectReadable(0, { written: 1, steps: {} })).toThrowError();
});

test("this release knows the step from every schema before its own", () => {
  for (let version = 1; version < knownSchemas.written; version++) expect(knownSchemas.steps[version]).toBeDefined();
});

describe("the step to the next schema", needsPostgres, () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await openTestDatabase();
    client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    return () => client.end();
  });

  const look = async (schema: string) => {
    const { rows } = await client.query<{ version: number; added: boolean }>(
      `select schema_version as version, to_regclass('${schema}.added') is not null as added from ${schema}.store`,
    );
    return rows[0];
  };

  test("is taken by the writer that has the lease, and by no other", async () => {
    const url = database.url("schema=stepped");
    const before = await openPostgresStore({ url });
    await expect(openStoreOf(next, { url }, {})).rejects.toMatchObject({ code: "store_locked" });
    expect(await look("stepped")).toEqual({ version: knownSchemas.written, added: false });
    // It hangs, and does not hear that its lease has run out.
    await client.query("update stepped.head set lease_until = '-infinity'");
    const after = await openStoreOf(next, { url }, {});
    expect(await look("stepped")).toEqual({ version: next.written, added: true });
    await expect(before.completeAccount(new Uint8Array(33), 0n, "")).rejects.toMatchObject({ code: "lease_lost" });
    await before.close();
    await after.close();
    // Once taken it is not taken again; the release before refuses to write.
    await (await openStoreOf(next, { url }, {})).close();
    await expect(openPostgresStore({ url })).rejects.toMatchObject({ code: "schema_unsupported" });
  });

  test("is taken whole or not at all", async () => {
    const url = database.url("schema=half");
    await (await openPostgresStore({ url })).close();
    const broken = { ...next, steps: { [knownSchemas.written]: ["create table @.added (id int)", "not a statement"] } };
    await expect(openStoreOf(broken, { url }, {})).rejects.toMatchObject({ code: "io_error" });
    expect(await look("half")).toEqual({ version: knownSchemas.written, added: false });
    await (await openPostgresStore({ url })).close();
  });
});
