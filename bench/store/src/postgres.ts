import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { plainRows, plainTable } from "./build.ts";
import { makeValue } from "./dataset.ts";

/** A throw-away PostgreSQL cluster on a socket of its own. */
export interface Cluster {
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
}

/** Folder of the server programs: that of the `postgres` on the path, or where Debian keeps them. */
function findPrograms(): string | undefined {
  for (const name of [
    "postgres",
    "/usr/lib/postgresql/17/bin/postgres",
    "/usr/lib/postgresql/16/bin/postgres",
    "/usr/lib/postgresql/15/bin/postgres",
  ]) {
    const { stdout, status } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (status === 0) return dirname(realpathSync(stdout.trim()));
  }
  return undefined;
}

/** Starts a cluster with full durability. @returns `undefined` where PostgreSQL is not installed */
export async function startPostgres(): Promise<Cluster | undefined> {
  const programs = findPrograms();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bench-pg-"));
  const sockets = join(folder, "sock");
  mkdirSync(sockets);
  chmodSync(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const prefix =
    process.getuid?.() === 0
      ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env", "HOME=/tmp"]
      : [];
  if (prefix.length > 0) run(["chown", "-R", "nobody:nogroup", folder]);
  const data = join(folder, "data");
  run([
    ...prefix,
    join(programs, "initdb"),
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "--no-locale",
    "-E",
    "UTF8",
    "--no-sync",
  ]);
  const settings = {
    listen_addresses: "''",
    unix_socket_directories: `'${sockets}'`,
    shared_buffers: "1GB",
    max_wal_size: "4GB",
    fsync: "on",
    synchronous_commit: "on",
  };
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(""),
  );
  const control = [...prefix, join(programs, "pg_ctl"), "-D", data];
  run([...control, "-l", join(folder, "log"), "-w", "start"]);
  const client = new pg.Client({ host: sockets, user: "postgres", database: "postgres" });
  await client.connect();
  return {
    client,
    async close() {
      await client.end();
      run([...control, "-m", "immediate", "-w", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the plain table in key order. */
export async function fillPostgres({ client }: Cluster, rows: number): Promise<void> {
  await client.query(
    plainTable.replace("without rowid", "").replace("value blob", "value bytea").replaceAll("integer", "int8"),
  );
  const { host } = client;
  const copy = spawn("psql", ["-h", host, "-U", "postgres", "-d", "postgres", "-qc", "copy state_values from stdin"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  let lines: string[] = [];
  for (const [key, version] of plainRows(rows)) {
    lines.push(`${key}\t${version}\t\\\\x${makeValue(key, version).toString("hex")}\n`);
    if (lines.length < 5_000) continue;
    if (!copy.stdin.write(lines.join(""))) await new Promise((resolve) => copy.stdin.once("drain", resolve));
    lines = [];
  }
  copy.stdin.end(lines.join(""));
  await new Promise((resolve) => copy.once("exit", resolve));
  await client.query("vacuum analyze state_values");
  await client.query(
    "create table stale (since int8 not null, key_id int8 not null, version int8 not null, primary key (since, key_id, version))",
  );
  await client.query("checkpoint");
}

function run(command: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command[0]!, command.slice(1), { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${error ?? stderr}`);
}
