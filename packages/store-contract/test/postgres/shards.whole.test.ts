import { needsPostgres, runSql, startPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import { formatShards, openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { randomTest } from "@ledger/test-run";
import { beforeAll, describe, expect, test } from "vitest";
import { continueCrashLedger, crashKeys, valueAsOf } from "../../scripts/crash-ledger.ts";
import { layShards } from "../../scripts/lay-shards.ts";
import { runShards, shardedWork } from "../../scripts/shard-run.ts";

// More of them: pnpm check postgres.
for (const work of shardedWork) {
  const options = { ...needsPostgres, seed: 20_261_127, count: 2 };
  randomTest(
    `a store over three servers goes on when one is killed during a ${work}`,
    options,
    async ({ seed, count }) => {
      const report = await runShards({ seed, servers: 3, count, works: [work] });
      expect(report.kills).toBeGreaterThanOrEqual(count / 2);
    },
  );
}

describe("a state over several servers", needsPostgres, () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
  });

  let stores = 0;
  /** Makes a store over three databases of the server, with some commits. */
  const fill = async (purpose: string) => {
    const name = `${new URL(server.url()).pathname.slice(1)}_${purpose}_${++stores}`;
    const [url, ...shardUrls] = ["", "_s1", "_s2"].map((end) => {
      runSql(server.url(), `create database ${name}${end}`);
      return Object.assign(new URL(server.url()), { pathname: `/${name}${end}` }).href;
    });
    layShards({ url: url!, shardUrls, partitionVersions: 0 });
    const store = await openPostgresStore({ url: url! });
    const next = continueCrashLedger(undefined);
    for (let i = 0; i < 10; i++) await store.commit(next());
    return { url: url!, shardUrls, store, next };
  };

  test("a write that only a shard has kept is removed before the next one", async () => {
    const { url, shardUrls, store, next } = await fill("unfinished");
    expect((await store.summary())?.version).toBe(54n);
    await store.close();
    // Of keys that belong to this shard: the first server looks for a key where it belongs only.
    runSql(
      url,
      `insert into ledger.state_values_s1 (key_hash, version, value)
       select key_hash, 54 + row_number() over (), 'x' from (select gen_random_uuid() as key_hash from generate_series(1, 1000)) made
       where satisfies_hash_partition('ledger.state_values'::regclass, 3, 1, key_hash) limit 2`,
    );
    runSql(
      shardUrls[0]!,
      "insert into ledger.state_keys select key_hash, null, key_hash::text::bytea, '' from ledger.state_values where version > 54",
    );
    runSql(shardUrls[0]!, "update ledger.shard_fences set step = step + 1, previous = step");
    // Nobody reads it, and it is no fault: a check of a store that is being written to meets such rows, too.
    const reader = await openPostgresReader({ url });
    expect((await reader.verify()).problems.filter(({ rule }) => rule === "state_within_the_window")).toEqual([]);
    await reader.close();
    const again = await openPostgresStore({ url });
    await again.commit(next());
    expect((await again.verify()).problems).toEqual([]);
    for (const [index, key] of crashKeys.entries()) {
      expect((await again.readState(60n, key))?.bytes).toEqual(valueAsOf(60, index));
    }
    await again.close();
  });

  test("a shard that lacks what was acknowledged is refused, as is a first server that does", async () => {
    const { url, shardUrls, store } = await fill("lacking");
    await store.close();
    runSql(shardUrls[1]!, "update ledger.shard_fences set step = step - 1");
    await expect(openPostgresStore({ url })).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("shard 2 lacks"),
    });
    // Two writes that the head does not know; renewals of the lease have counted further by now.
    runSql(shardUrls[1]!, "update ledger.shard_fences set step = step + 3, previous = step + 2");
    await expect(openPostgresStore({ url })).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("the head lacks"),
    });
  });

  test("a replica of the server with the head does not answer for the state", async () => {
    const { url, store } = await fill("replicated");
    const { version } = (await store.summary())!;
    const { port } = new URL(server.readUrl());
    const replicaUrl = Object.assign(new URL(url), { port }).href;
    // It comes after the primary.
    const count = `select count(*) from pg_database where datname = '${new URL(url).pathname.slice(1)}'`;
    await expect.poll(() => runSql(server.readUrl(), count)).toBe("1");
    await expect.poll(() => runSql(replicaUrl, "select max(version) from ledger.head")).toBe(`${version}`);
    const reader = await openPostgresReader({ url: replicaUrl });
    await expect(reader.readState(version, crashKeys[0]!)).rejects.toMatchObject({ code: "read_only" });
    await reader.close();
    await store.close();
  });

  test("users who are no superusers write and read it, with the passwords of the file", async () => {
    const secured = await startPostgres({ settings: { fsync: "off" }, password: "super" });
    const urlOf = (user: string, database: string) => `postgres://${user}@127.0.0.1:${secured.port}/${database}`;
    const admin = (database: string) => urlOf("postgres:super", database);
    for (const user of ["writer", "api", "part"]) secured.sql(`create user ${user} password '${user}'`);
    for (const [database, owner] of [
      ["main", "writer"],
      ["second", "part"],
    ] as const) {
      secured.sql(`create database ${database} owner ${owner}`);
    }
    const [shard, first] = formatShards("ledger", {
      coordinator: { name: "one", database: "main", users: ["writer", "api"] },
      shards: [
        { name: "two", host: "127.0.0.1", port: secured.port, database: "second", user: "part", password: "part" },
      ],
    });
    runSql(urlOf("part:part", "second"), shard!.statements);
    runSql(admin("main"), first!.statements);
    const store = await openPostgresStore({ url: urlOf("writer", "main"), password: "writer" });
    const next = continueCrashLedger(undefined);
    for (let i = 0; i < 3; i++) await store.commit(next());
    const reader = await openPostgresReader({ url: urlOf("api", "main"), password: "api" });
    const listed = await reader.listState({ version: 12n, prefix: new Uint8Array(0), limit: 100 });
    expect(listed.entries.length).toBe(crashKeys.filter((_, index) => valueAsOf(12, index) !== undefined).length);
    expect((await reader.listRecords(0n, 100)).length).toBe(13);
    // The user of the shard may write.
    const shown = "do $$ begin assert (select bool_and(umoptions is null) from pg_user_mappings); end $$";
    runSql(urlOf("api:api", "main"), shown);
    await reader.close();
    await store.close();
    await secured.close();
  });
});
