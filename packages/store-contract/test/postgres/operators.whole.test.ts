import { setTimeout as delay } from "node:timers/promises";
import { needsPostgres, type PostgresServer, startPostgres } from "@ledger/postgres-server";
import { openTestDatabase, type TestDatabase } from "@ledger/postgres-server/open-test-database";
import type { LedgerStore } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { continueCrashLedger, crashKeys, valueAsOf } from "../../scripts/crash-ledger.ts";

/** Commits the next batches of a ledger. */
async function commit(store: LedgerStore, batches = 1): Promise<void> {
  const next = continueCrashLedger(await store.summary());
  for (let i = 0; i < batches; i++) await store.commit(next());
}

/** Seconds that something took. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

describe("PostgreSQL servers that hang", needsPostgres, () => {
  let primary: PostgresServer;
  let replicas: readonly [PostgresServer, PostgresServer];
  beforeAll(async () => {
    primary = await startPostgres({ settings: { fsync: "off" } });
    replicas = [await primary.startReplica(), await primary.startReplica()];
  });
  afterEach(() => {
    for (const server of [primary, ...replicas]) server.resume();
  });
  afterAll(async () => {
    for (const server of [...(replicas ?? []), primary]) await server?.close();
  });

  /** A URL that names several servers. */
  const urlOf = (servers: readonly PostgresServer[], schema: string) =>
    `postgres://postgres@127.0.0.1/postgres?host=${servers.map(() => "127.0.0.1").join(",")}` +
    `&port=${servers.map(({ port }) => port).join(",")}&schema=${schema}`;

  test("are left by reads for the next server, and reads of the only one fail in seconds", async () => {
    const store = await openPostgresStore({ url: primary.url("schema=stalled_reads") });
    await commit(store, 5);
    const { version } = (await store.summary())!;
    await expect
      .poll(() => replicas.map((replica) => replica.sql("select to_regclass('stalled_reads.head')")))
      .toEqual(["stalled_reads.head", "stalled_reads.head"]);
    const two = await openPostgresReader({ url: urlOf(replicas, "stalled_reads") });
    const one = await openPostgresReader({ url: replicas[0].url("schema=stalled_reads") });
    await expect.poll(async () => (await one.summary())?.version).toBe(version);
    await expect.poll(async () => (await two.summary())?.version).toBe(version);
    replicas[0].stall();
    const reads = () => Promise.all(crashKeys.map((key) => two.readState(version, key)));
    let found: Awaited<ReturnType<typeof reads>> = [];
    const first = await secondsOf(async () => {
      found = await reads();
    });
    expect(found.map((value) => value?.bytes)).toEqual(crashKeys.map((_, i) => valueAsOf(Number(version), i)));
    expect(first).toBeLessThan(10);
    // Those that follow know better.
    expect(await secondsOf(reads)).toBeLessThan(3);
    for (const _ of [1, 2]) {
      const refused = await secondsOf(() =>
        expect(one.readState(version, crashKeys[0]!)).rejects.toMatchObject({ code: "unavailable" }),
      );
      expect(refused).toBeLessThan(10);
    }
    replicas[0].resume();
    const headOfOne = async () => (await one.summary())?.version;
    await expect.poll(() => headOfOne().catch(() => undefined)).toBe(version);
    await Promise.all([one.close(), two.close(), store.close()]);
  });

  test("do not hold up the writer once another one is the primary, and what they lost is written again", async () => {
    const [next] = replicas;
    const troubles: (string | undefined)[] = [];
    const url = urlOf([primary, next], "stalled_writer");
    const store = await openPostgresStore({ url }, { onTrouble: (reason) => troubles.push(reason) });
    await commit(store, 3);
    await expect.poll(() => next.sql("select max(version) from stalled_writer.head")).toBe("12");
    // From here on the replica gets nothing: what is committed is lost with the primary.
    next.sql("alter system set primary_conninfo = ''");
    next.sql("select pg_reload_conf()");
    await expect.poll(() => next.sql("select count(*) from pg_stat_wal_receiver")).toBe("0");
    await commit(store, 8);
    const { version: lost } = (await store.summary())!;
    primary.stall();
    const writing = commit(store).catch((error: unknown) => error);
    await expect.poll(() => troubles[0]).toMatch(/takes no writes/);
    await next.promote();
    const standstill = await secondsOf(async () => {
      // A batch that continued what was lost is refused: the ledger is continued from what there is.
      await writing;
      await expect
        .poll(() =>
          commit(store).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    });
    expect(standstill).toBeLessThan(15);
    await expect.poll(() => troubles.at(-1)).toBeUndefined();
    const { version } = (await store.summary())!;
    expect(version).toBeLessThan(lost);
    await commit(store, 12);
    expect(await store.verify()).toMatchObject({ problems: [] });
    const head = Number((await store.summary())!.version);
    for (const [i, key] of crashKeys.entries()) {
      expect((await store.readState(BigInt(head), key))?.bytes, `key ${i}`).toEqual(valueAsOf(head, i));
    }
    await store.close();
    primary.resume();
  });
});

describe("readers that take long", needsPostgres, () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
  });

  /** Reads all tables in one transaction that stays open, as pg_dump does. */
  async function openDump(schema: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url() });
    await client.connect();
    await client.query("begin isolation level repeatable read");
    const { rows } = await client.query<{ name: string }>(
      "select c.oid::regclass::text as name from pg_class c where c.relnamespace = $1::regnamespace and relkind in ('r', 'p')",
      [schema],
    );
    for (const { name } of rows) await client.query(`select from ${name} limit 1`);
    return client;
  }

  test("hold up neither the writer at the ends of partitions nor reads; partitions go when they have ended", async () => {
    const url = server.url("schema=dumped");
    const store = await openPostgresStore({ url }, { partitionVersions: 32 });
    await commit(store, 10);
    const dump = await openDump("dumped");
    const slowest = { commit: 0, read: 0, prune: 0 };
    for (let i = 0; i < 20; i++) {
      slowest.commit = Math.max(slowest.commit, await secondsOf(() => commit(store)));
      const { version } = (await store.summary())!;
      const target = { stateVersion: version - 20n, ledgerVersion: version - 40n };
      slowest.prune = Math.max(slowest.prune, await secondsOf(async () => store.prune(target, 500)));
      slowest.read = Math.max(
        slowest.read,
        await secondsOf(() => Promise.all(crashKeys.map((key) => store.readState(version, key)))),
      );
    }
    expect(slowest.commit).toBeLessThan(3);
    expect(slowest.read).toBeLessThan(3);
    expect(slowest.prune).toBeLessThan(4);
    const partitions = () =>
      Number(server.sql("select count(*) from pg_class where relname like 'records_p%' and relkind = 'r'"));
    const held = partitions();
    expect(held).toBeGreaterThanOrEqual(6);
    await dump.query("rollback");
    await dump.end();
    const { version } = (await store.summary())!;
    const target = { stateVersion: version - 20n, ledgerVersion: version - 40n };
    while (!(await store.prune(target, 500)).done);
    expect(partitions()).toBeLessThanOrEqual(held - 3);
    expect((await store.verify()).problems).toEqual([]);
    await store.close();
  });

  test("do not slow other reads down: a read looks at as many pages as before, however often the head has moved", async () => {
    const url = server.url("schema=held");
    const store = await openPostgresStore({ url });
    await commit(store, 20);
    const client = new pg.Client({ connectionString: server.url() });
    await client.connect();
    /** Pages that the bounds of a read take. */
    const pages = async (): Promise<number> => {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        "explain (analyze, buffers, format json) select * from (select * from held.head order by step desc limit 1) h",
      );
      const plan = rows[0]!["QUERY PLAN"] as unknown as readonly { Plan: Record<string, number> }[];
      return plan[0]!.Plan["Shared Hit Blocks"]! + plan[0]!.Plan["Shared Read Blocks"]!;
    };
    await client.query("analyze held.head");
    const before = await pages();
    const dump = await openDump("held");
    // As many rows as a writer makes, by the statement that it makes them with: a commit each would take minutes.
    await client.query("set synchronous_commit = off");
    for (let i = 0; i < 3_000; i++) await store.prune({ stateVersion: 0n, ledgerVersion: 0n }, 1);
    expect(Number(server.sql("select count(*) from held.head"))).toBe(64);
    expect(await pages()).toBeLessThanOrEqual(before + 3);
    expect((await store.summary())?.version).toBe(114n);
    await dump.end();
    await client.end();
    await store.close();
  });
});

test("a check of all rows survives statements that take too long, and finds the same", needsPostgres, async () => {
  const server = await openTestDatabase();
  const store = await openPostgresStore({ url: server.url("schema=slow&read_timeout=2") });
  await commit(store, 20);
  const expected = await store.verify();
  server.sql("delete from slow.state_keys where key_hash = (select key_hash from slow.state_values limit 1)");
  const locking = new pg.Client({ connectionString: server.url() });
  await locking.connect();
  await locking.query("begin");
  await locking.query("lock table slow.state_values in access exclusive mode");
  const verifying = store.verify();
  // Longer than two statements may take.
  await delay(4_600);
  await locking.query("commit");
  await locking.end();
  const report = await verifying;
  expect(report).toMatchObject({ records: expected.records, stateRows: expected.stateRows });
  expect(report.problems.map(({ rule }) => rule)).toEqual(["state_keys_whole"]);
  await store.close();
});

test("a writer that ended in the middle of a detachment leaves what the next one ends", needsPostgres, async () => {
  const server = await openTestDatabase();
  const url = server.url("schema=pending");
  const store = await openPostgresStore({ url }, { partitionVersions: 16 });
  await commit(store, 12);
  const reader = new pg.Client({ connectionString: server.url() });
  await reader.connect();
  await reader.query("begin");
  await reader.query("select from pending.records limit 1");
  const detaching = new pg.Client({ connectionString: server.url() });
  await detaching.connect();
  await detaching.query("set lock_timeout = 300");
  await expect(
    detaching.query("alter table pending.records detach partition pending.records_p0 concurrently"),
  ).rejects.toMatchObject({ code: "55P03" });
  await detaching.end();
  await reader.end();
  await delay(10);
  const target = { stateVersion: 40n, ledgerVersion: 40n };
  while (!(await store.prune(target, 500)).done);
  expect(server.sql("select to_regclass('pending.records_p0') is null")).toBe("t");
  await commit(store);
  expect((await store.verify()).problems).toEqual([]);
  await store.close();
});
