import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@ledger/test-run/free-port";
import { endProgram, giveAway, makeFolder, startProgram } from "./programs.ts";
import type { PostgresServer } from "./server.ts";

/** A connection pooler before a throw-away server: each transaction gets any of a few connections. */
export interface Pgbouncer {
  url(parameters?: string): string;
  close(): Promise<void>;
}

/** Starts pgbouncer in transaction mode. @returns `undefined` where it is not installed */
export async function startPgbouncer(server: PostgresServer): Promise<Pgbouncer | undefined> {
  const found = spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v pgbouncer"], { encoding: "utf8" });
  if (found.status !== 0) return undefined;
  const folder = makeFolder("pgbouncer", false);
  const port = await freePort();
  const users = join(folder, "users.txt");
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    config,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
`,
  );
  for (const file of [users, config]) giveAway(file);
  const child = await startProgram(found.stdout.trim(), [config], /process up/);
  return {
    url: (parameters = "") =>
      `postgres://postgres@127.0.0.1:${port}/postgres?pooler=transaction${parameters === "" ? "" : `&${parameters}`}`,
    async close() {
      await endProgram(child, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
