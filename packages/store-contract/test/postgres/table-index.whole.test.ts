import { needsPostgres, runSql } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import {
  openPostgresReader,
  openPostgresStore,
  openPostgresTableIndex,
  openPostgresTableIndexReader,
  removePostgresTableIndex,
} from "@ledger/state-store/postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { testTableIndex } from "../../scripts/table-index-contract.ts";

describe("an index of tables on a PostgreSQL server", needsPostgres, () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
    await (await openPostgresStore({ url: server.url() })).close();
  });

  test("there is none before a node keeps one", async () => {
    const reader = openPostgresTableIndexReader({ url: server.url() });
    expect(await reader.renew()).toBeUndefined();
    await reader.close();
  });

  testTableIndex({
    open: () => openPostgresTableIndex({ url: server.url() }),
    openReader: async () => openPostgresTableIndexReader({ url: server.url() }),
  });

  test("a second index has tables of its own, and is deleted with them", async () => {
    const settings = { url: server.url() };
    const step = (row: string) => ({
      head: row,
      rows: [{ key: "k", row, found: [{ topic: "t" }], lost: [] }],
      versions: [],
    });
    const index = await openPostgresTableIndex(settings);
    await index.clear();
    await index.write(step("all"));
    const recent = await openPostgresTableIndex(settings, "recent_index");
    await recent.write(step("latest"));
    const reader = openPostgresTableIndexReader(settings, "recent_index");
    expect([await reader.renew(), await reader.readRow("k"), await index.readRow("k")]).toEqual([
      "latest",
      "latest",
      "all",
    ]);
    await expect(removePostgresTableIndex(settings, "recent_index")).rejects.toMatchObject({ code: "store_locked" });
    await recent.close();
    await reader.release();
    await removePostgresTableIndex(settings, "recent_index");
    await removePostgresTableIndex(settings, "recent_index");
    expect(await reader.renew()).toBeUndefined();
    expect(await index.readRow("k")).toBe("all");
    await reader.close();
    await index.close();
  });

  test("tables of a build without places are made again", async () => {
    const settings = { url: server.url() };
    await (await openPostgresTableIndex(settings)).close();
    server.sql("alter table ledger.index_row_topics drop column place");
    server.sql("update ledger.index_head set head = 'old'");
    const index = await openPostgresTableIndex(settings);
    expect(await index.renew()).toBeUndefined();
    const found = [{ topic: "t", place: "1" }];
    await index.write({ head: "new", rows: [{ key: "k", row: "kept", found, lost: [] }], versions: [] });
    await index.close();
    const again = await openPostgresTableIndex(settings);
    expect(await again.renew()).toBe("new");
    await again.close();
  });

  test("a user who may only read takes pictures", async () => {
    const index = await openPostgresTableIndex({ url: server.url() });
    await index.clear();
    await index.write({ head: "1", rows: [{ key: "k", row: "kept", found: [], lost: [] }], versions: [] });
    await index.close();
    server.sql("create role index_reader login");
    server.sql("grant usage on schema ledger to index_reader");
    server.sql("grant select on all tables in schema ledger to index_reader");
    const reader = openPostgresTableIndexReader({ url: server.url().replace("postgres@", "index_reader@") });
    expect(await reader.renew()).toBe("1");
    expect(await reader.readRow("k")).toBe("kept");
    await reader.close();
    server.sql("drop owned by index_reader");
    server.sql("drop role index_reader");
  });

  test("an engine without advisory locks has the writer's name in their place", async () => {
    server.sql("create schema lacking; create role lacking login superuser");
    server.sql(`create function lacking.pg_try_advisory_lock(bigint) returns boolean language plpgsql as
      $$begin raise exception 'not supported' using errcode = 'feature_not_supported'; end$$`);
    server.sql("alter role lacking set search_path = lacking, pg_catalog");
    const settings = { url: server.url().replace("postgres@", "lacking@") };
    const first = await openPostgresTableIndex(settings);
    const second = await openPostgresTableIndex(settings);
    const step = { head: "1", rows: [], versions: [] };
    await expect(first.write(step)).rejects.toMatchObject({ code: "store_locked" });
    await second.write(step);
    await first.close();
    await second.close();
    server.sql("drop schema lacking cascade; drop role lacking");
  });

  test("tables with code of somebody else are refused before anything is written", async () => {
    await (await openPostgresTableIndex({ url: server.url() })).close();
    const writer = server.sql("select writer from ledger.index_head");
    server.sql("create rule evil as on insert to ledger.index_rows do also delete from ledger.index_topic_versions");
    await expect(openPostgresTableIndex({ url: server.url() })).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("has a rule evil"),
    });
    expect(server.sql("select writer from ledger.index_head")).toBe(writer);
    server.sql("drop rule evil on ledger.index_rows");
    await (await openPostgresTableIndex({ url: server.url() })).close();
  });

  test("a reader that asks for the primary passes its replicas over", async () => {
    const [primary, replica] = [new URL(server.url()), new URL(server.readUrl())];
    const url = (servers: readonly URL[]) =>
      `postgres://postgres@127.0.0.1${primary.pathname}?host=${servers.map(() => "127.0.0.1").join()}&port=${servers.map(({ port }) => port).join()}`;
    await expect.poll(() => runSql(replica.href, "select to_regclass('ledger.head')")).toBe("ledger.head");
    const places = { url: url([replica, primary]) };
    const lagOf = async (isPrimaryOnly: boolean): Promise<number | undefined> => {
      const reader = await openPostgresReader(places, { isPrimaryOnly });
      const { server: found } = (await reader.stats())!;
      await reader.close();
      return found?.replicaLagMs;
    };
    // Something for the replica to have taken over since it began.
    await (await openPostgresTableIndex({ url: server.url() })).close();
    await expect.poll(() => lagOf(false)).toBeTypeOf("number");
    expect(await lagOf(true)).toBeUndefined();
    await expect(openPostgresReader({ url: url([replica, replica]) }, { isPrimaryOnly: true })).rejects.toMatchObject({
      code: "read_only",
    });
  });
});
