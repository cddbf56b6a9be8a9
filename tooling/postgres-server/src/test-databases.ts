// Set-up of a test run: one server and one streaming replica of it for all files, started when the first file asks. Each file
// gets a database of its own. Files that break their server, or configure it, start another one.
import { openDoor } from "@ledger/test-run/door";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for a database. */
    testDatabases: string;
  }
}

interface Servers {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
}

async function startServers(): Promise<Servers> {
  const primary = await startPostgres({ settings: { fsync: "off" } });
  return { primary, replica: await primary.startReplica() };
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Servers> | undefined;
  let databases = 0;
  const door = await openDoor(async (_request, response) => {
    starting ??= startServers();
    const { primary, replica } = await starting;
    const name = `test_${databases++}`;
    primary.sql(`create database ${name}`);
    response.end(
      JSON.stringify({ url: withDatabase(primary.url(), name), readUrl: withDatabase(replica.url(), name) }),
    );
  });
  project.provide("testDatabases", door.url);
  return async () => {
    door.close();
    const servers = await starting?.catch(() => undefined);
    await servers?.replica.close();
    await servers?.primary.close();
  };
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
