import { startPostgres } from "@ledger/postgres-server";
import { forward } from "./bridge.ts";

/** The servers of pages: a primary, its replica, and one that is empty. */
export const databaseHosts = {
  "db.example": "127.0.0.3",
  "replica.example": "127.0.0.4",
  "other.example": "127.0.0.5",
} as const;

/** Servers at the hosts that pages name. */
export interface Databases {
  /** Of the primary's database. */
  readonly url: string;
  /** Removes every ledger. */
  empty(): void;
}

/** Starts the servers, which stay as long as this machine, each at PostgreSQL's own port. The user of pages may do everything, with any password. */
export async function startDatabases(): Promise<Databases> {
  const [primary, other] = await Promise.all([startPostgres(), startPostgres()]);
  for (const server of [primary, other]) {
    server.sql("create role ledger superuser login");
    server.sql("create database ledger owner ledger");
  }
  const replica = await primary.startReplica();
  const servers = { "db.example": primary, "replica.example": replica, "other.example": other };
  await Promise.all(
    Object.entries(databaseHosts).map(([host, address]) =>
      forward(
        { host: address, port: 5432 },
        {
          host: "127.0.0.1",
          port: servers[host as keyof typeof servers].port,
        },
      ),
    ),
  );
  return {
    url: "postgres://ledger@db.example/ledger",
    empty() {
      for (const server of [primary, other]) server.sql("drop database ledger with (force)");
      for (const server of [primary, other]) server.sql("create database ledger owner ledger");
    },
  };
}
