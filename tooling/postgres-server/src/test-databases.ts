// Set-up of a test run: one server and one streaming replica of it for all files, started when the first file asks. Each file
// gets a database of its own. Files that break their server, or configure it, start another one.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  const answer = async (): Promise<string> => {
    starting ??= startServers();
    const { primary, replica } = await starting;
    const name = `test_${databases++}`;
    primary.sql(`create database ${name}`);
    return JSON.stringify({ url: withDatabase(primary.url(), name), readUrl: withDatabase(replica.url(), name) });
  };
  const server = createServer((_request, response) => {
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("testDatabases", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const servers = await starting?.catch(() => undefined);
    await servers?.replica.close();
    await servers?.primary.close();
  };
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
