import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDataDir, launchNodeIn, untilServing } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { findPostgres, needsPostgres, startPostgres } from "@ledger/postgres-server";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { readHead } from "../support/local-network.ts";
import { waitFor } from "../support/wait-for.ts";

const docs = fileURLToPath(new URL("../../../../docs/postgres/", import.meta.url));

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command: readonly string[]; readonly secrets?: readonly string[] }>
  >;
}

const { services } = parseYaml(readFileSync(join(docs, "compose.yaml"), "utf8"), { merge: true }) as Compose;

/** The settings that the shipped primary is started with, besides its memory. */
function shippedSettings(): Record<string, string> {
  const settings = services.primary!.command.map((argument) => /^-c(\w+)=(.*)$/.exec(argument)!.slice(1, 3));
  return Object.fromEntries(settings.filter(([name]) => name !== "shared_buffers")) as Record<string, string>;
}

/** Names of users in the shipped commands: `postgres://USER@…`. */
const userOf = (service: string): string | undefined =>
  /postgres:\/\/(\w+)@/.exec(services[service]!.command.join(" "))?.[1];

describe("the shipped users of a ledger on PostgreSQL", needsPostgres, () => {
  test("write and read it, and may do nothing else", async () => {
    expect([userOf("writer"), userOf("api-1"), userOf("api-2")]).toEqual(["ledger_writer", "ledger_api", "ledger_api"]);
    for (const [service, { secrets = [] }] of Object.entries(services)) {
      if (service !== "primary") expect(secrets, service).not.toContain("postgres-password");
    }
    using folder = createDataDir();
    const secrets = join(folder.path, "secrets");
    mkdirSync(secrets);
    const passwords = { writer: "w'rite \"r", api: "a p\\i", replicator: "r:e@p" };
    for (const [user, password] of Object.entries(passwords))
      writeFileSync(join(secrets, `${user}-password`), password);
    const server = await startPostgres({ settings: { ...shippedSettings(), fsync: "off" }, password: "owner" });
    try {
      server.sql("create database ledger");
      const init = spawnSync("sh", [join(docs, "init-primary.sh")], {
        encoding: "utf8",
        env: {
          PATH: `${findPostgres()}:${dirname(process.execPath)}:${process.env.PATH}`,
          SECRETS: secrets,
          POSTGRES_DB: "ledger",
          PGHOST: "127.0.0.1",
          PGPORT: String(server.port),
          PGPASSWORD: "owner",
          PGDATA: join(server.folder, "data"),
        },
      });
      expect(init.stderr).toBe("");
      expect(init.status).toBe(0);
      expect(readFileSync(join(server.folder, "data", "pg_hba.conf"), "utf8")).toContain("replicator samenet");
      server.sql("select pg_reload_conf()");
      const url = (user: string) => `postgres://${user}@127.0.0.1:${server.port}/ledger`;

      // Partitions that are made later are read, too.
      const node = launchNodeIn(
        { LEDGER_STORE_PASSWORD: passwords.writer },
        ...["--store", url("ledger_writer"), "--block-interval", "20", "--state-window", "30", "--ledger-window", "30"],
      );
      await using writer = await untilServing(node);
      const file = join(secrets, "api-password");
      await using api = await composeNode("--role", "api", "--store", url("ledger_api"), "--store-password-file", file);
      await waitFor(
        () => readHead(api.url),
        ({ ledger_version }) => Number(ledger_version) > 60,
      );
      expect((await fetch(`${api.url}/v1/accounts/0x1/modules?limit=1`)).status).toBe(200);
      expect((await fetch(`${writer.url}/v1/transactions?limit=5`)).status).toBe(200);

      const connectAs = async (user: string, password: string): Promise<pg.Client> => {
        const client = new pg.Client({ host: "127.0.0.1", port: server.port, database: "ledger", user, password });
        await client.connect();
        return client;
      };
      const reading = await connectAs("ledger_api", passwords.api);
      for (const text of [
        "delete from ledger.head",
        "set default_transaction_read_only = off; delete from ledger.head",
        "create table ledger.mine (id int)",
        "create table public.mine (id int)",
        "create schema mine",
        "create temporary table mine (id int)",
        "select * from pg_authid",
        "copy ledger.head to program 'id'",
      ]) {
        await expect(reading.query(text), text).rejects.toThrow(/permission denied|read-only|must be superuser/);
      }
      await reading.end();
      const writing = await connectAs("ledger_writer", passwords.writer);
      for (const text of [
        "create schema mine",
        "create role mine",
        "create database mine",
        "select * from pg_authid",
      ]) {
        await expect(writing.query(text), text).rejects.toThrow(/permission denied/);
      }
      await writing.end();
      const superusers = "select string_agg(rolname, ',') from pg_roles where rolsuper or rolcreaterole or rolcreatedb";
      expect(server.sql(superusers)).toBe("postgres");
    } finally {
      await server.close();
    }
  });
});
