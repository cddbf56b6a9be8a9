import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  needsPostgres,
  type Pgbouncer,
  type PostgresServer,
  startPgbouncer,
  startPostgres,
} from "@ledger/postgres-server";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runModel } from "../../scripts/model-run.ts";
import { buildLedger } from "../../src/build-ledger.ts";

describe("connections to a PostgreSQL server", needsPostgres, () => {
  let server: PostgresServer;
  let pooler: Pgbouncer | undefined;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "off" } });
    pooler = await startPgbouncer(server);
    folder = mkdtempSync(join(tmpdir(), "ledger-tls-"));
  });
  afterAll(async () => {
    await pooler?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("go through a pooler that gives each transaction another connection", async ({ skip }) => {
    if (pooler === undefined) skip("pgbouncer");
    const url = pooler!.url("schema=pooled");
    const report = await runModel(77, 800, {
      open: () => openPostgresStore({ url }, { partitionVersions: 16 }),
      openReader: () => openPostgresReader({ url }),
      settle: () => {},
      close: () => {},
    });
    expect(report.operations).toBe(800);
  });

  test("load rows by inserts where there is no COPY", async () => {
    const url = server.url("schema=inserted&copy=off");
    const report = await runModel(78, 400, {
      open: () => openPostgresStore({ url }),
      openReader: () => openPostgresReader({ url }),
      settle: () => {},
      close: () => {},
    });
    expect(report.commits).toBeGreaterThan(0);
  });

  test("are made by two nodes at the same time, of which one makes the tables and one writes", async () => {
    const url = server.url("schema=together");
    const opened = await Promise.allSettled([openPostgresStore({ url }), openPostgresStore({ url }, { leaseMs: 600 })]);
    const stores = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refused = opened.filter((one) => one.status === "rejected").map(({ reason }) => reason.code as string);
    // Both may have had their turn: the lease of the second is short, and it is renewed only while its process runs.
    expect(stores.length + refused.length).toBe(2);
    expect(stores.length).toBeGreaterThan(0);
    for (const code of refused) expect(code).toBe("store_locked");
    for (const store of stores) await store.close();
  });

  test("are encrypted, to a server that proves who it is", async () => {
    const data = join(server.folder, "data");
    const [key, cert] = [join(data, "server.key"), join(data, "server.crt")];
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert];
    const { status } = spawnSync("openssl", [
      ...args,
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
    ]);
    expect(status).toBe(0);
    chmodSync(key, 0o600);
    if (process.getuid?.() === 0) for (const file of [key, cert]) chownSync(file, 65_534, 65_534);
    server.sql("alter system set ssl = on");
    server.sql("select pg_reload_conf()");
    const url = (parameters: string) =>
      `postgres://postgres@localhost:${server.port}/postgres?schema=tls&application_name=encrypted&${parameters}`;
    const store = await openPostgresStore({ url: url(`sslmode=verify-full&sslrootcert=${cert}`) });
    await store.commit(buildLedger().batch([[{}]]));
    const used = server.sql(
      "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'encrypted'",
    );
    expect(used).toBe("t");
    await store.close();
    const unproved = openPostgresReader({ url: url("sslmode=verify-full") }, { readRetryMs: 100 });
    await expect(unproved).rejects.toMatchObject({ code: "unavailable" });
    const reader = await openPostgresReader({ url: url("sslmode=require") });
    expect((await reader.summary())?.version).toBe(0n);
    await reader.close();
  });

  test.each([
    ["sslmode=prefer", /sslmode must be/],
    ["unknown=1", /unknown parameter unknown/],
    ["schema=A;drop", /schema must be a name/],
    ["pooler=session", /pooler must be/],
  ])("are refused for a URL with %s, in words that do not repeat it", async (parameter, words) => {
    const url = `postgres://u:s3cret@127.0.0.1/postgres?${parameter}`;
    await expect(openPostgresReader({ url })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(words),
    });
    await expect(openPostgresReader({ url })).rejects.not.toMatchObject({ message: expect.stringContaining("s3cret") });
  });
});
