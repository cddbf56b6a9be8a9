import { type ChildProcess, spawnSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@ledger/test-run/free-port";
import { needs } from "@ledger/test-run/needs";
import { countStart } from "@ledger/test-run/starts";
import type { TestOptions } from "vitest";
import {
  childrenOf,
  endProgram,
  findPrograms,
  giveAway,
  makeFolder,
  patience,
  runProgram,
  signalAll,
  startProgram,
  untilEnded,
} from "./programs.ts";

/** Options of a throw-away server. */
export interface ServerOptions {
  /** Lines of its configuration, e.g. `{ fsync: "on" }`. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** On a disk, as a measurement needs it; tests keep their servers in memory where the system offers that. */
  readonly onDisk?: boolean | undefined;
  /** How clients prove who they are: not at all, or by the password of the user `postgres`. */
  readonly password?: string | undefined;
  /** A folder to keep the data in, which must be the ordinary user's, e.g. on a small file system. */
  readonly folder?: string | undefined;
}

/** A throw-away PostgreSQL server on a free port of this machine. */
export interface PostgresServer {
  readonly port: number;
  /** Folder of its data; everything in it goes when the server is closed. */
  readonly folder: string;
  /** `postgres://…` of its database. @param parameters - e.g. `schema=one` */
  url(parameters?: string): string;
  /** Copies the server and lets the copy follow it. */
  startReplica(): Promise<PostgresServer>;
  /** Makes a replica a primary. */
  promote(): Promise<void>;
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Stops all of its processes where they are, as a host that hangs does: connections stay open, and nothing answers. */
  stall(): void;
  /** Has them go on. */
  resume(): void;
  /** Runs SQL as the superuser. @returns what `psql` prints, without heads and rules */
  sql(text: string): string;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
}

const ready = /database system is ready to accept (read-only )?connections/;

/** Folder of the server's programs; `undefined` where PostgreSQL is not installed. */
export const findPostgres: () => string | undefined = findPrograms;

/** Options of a test or a group that needs PostgreSQL. */
export const needsPostgres: TestOptions = needs("PostgreSQL", findPrograms() !== undefined);

const defaults: Readonly<Record<string, string>> = {
  max_connections: "200",
  shared_buffers: "64MB",
  wal_level: "replica",
  max_wal_senders: "8",
  max_wal_size: "256MB",
  hot_standby_feedback: "on",
  autovacuum_naptime: "10s",
};

/** Makes and starts a server. @throws Error where PostgreSQL is not installed */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is not installed");
  const folder = options.folder ?? makeFolder("postgres", options.onDisk ?? false);
  const data = join(folder, "data");
  const auth = options.password === undefined ? "trust" : "scram-sha-256";
  const secret = join(folder, "secret");
  const init = ["-D", data, "-U", "postgres", "-A", auth, "--no-locale", "-E", "UTF8", "--no-sync", "--data-checksums"];
  if (options.password !== undefined) {
    writeFileSync(secret, options.password, { mode: 0o600 });
    giveAway(secret);
    init.push("--pwfile", secret);
  }
  runProgram(join(programs, "initdb"), init);
  const server = new Server(programs, folder, await freePort(), options.password);
  server.configure({ ...defaults, ...options.settings });
  await server.start();
  return server;
}

class Server implements PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #programs: string;
  readonly #password: string | undefined;
  #process: ChildProcess | undefined;
  #isStalled = false;

  constructor(programs: string, folder: string, port: number, password: string | undefined) {
    this.#programs = programs;
    this.folder = folder;
    this.port = port;
    this.#password = password;
  }

  configure(settings: Readonly<Record<string, string>>): void {
    const own = {
      ...settings,
      port: String(this.port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.folder,
    };
    const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.folder, "data", "postgresql.conf"), lines.join(""));
  }

  url(parameters = ""): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres${parameters === "" ? "" : `?${parameters}`}`;
  }

  async start(): Promise<void> {
    countStart("servers");
    for (let attempt = 0; ; attempt++) {
      try {
        this.#process = await startProgram(this.#program("postgres"), ["-D", join(this.folder, "data")], ready);
        return;
      } catch (error) {
        // What was killed leaves processes behind for a moment, which hold its shared memory.
        if (attempt >= 100 || !/shared memory|lock file/.test(String(error))) throw error;
        await delay(50);
      }
    }
  }

  async startReplica(): Promise<PostgresServer> {
    const folder = makeFolder("replica", false);
    const data = join(folder, "data");
    const args = ["-h", this.folder, "-p", String(this.port), "-U", "postgres", "-D", data, "-R", "-X", "stream"];
    runProgram(this.#program("pg_basebackup"), [...args, "-c", "fast", "--no-sync"]);
    const replica = new Server(this.#programs, folder, await freePort(), this.#password);
    replica.configure({});
    await replica.start();
    return replica;
  }

  async promote(): Promise<void> {
    runProgram(this.#program("pg_ctl"), ["-D", join(this.folder, "data"), "-w", "promote"]);
  }

  async kill(): Promise<void> {
    if (this.#process === undefined) return;
    const [, ...children] = this.#processes();
    await endProgram(this.#process, "SIGKILL");
    // Stopped ones would never see that their server is gone, and must not go on either: they could still commit.
    if (this.#isStalled) signalAll(children, "SIGKILL");
    else await untilEnded(children);
    this.#isStalled = false;
  }

  stall(): void {
    this.#isStalled = true;
    signalAll(this.#processes(), "SIGSTOP");
  }

  resume(): void {
    this.#isStalled = false;
    signalAll(this.#processes(), "SIGCONT");
  }

  sql(text: string): string {
    const env = { ...process.env, PGPASSWORD: this.#password ?? "" };
    const { stdout, stderr, status, error } = spawnSync(
      this.#program("psql"),
      ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-tAqc", text],
      { encoding: "utf8", cwd: "/", env, timeout: patience },
    );
    if (status !== 0) throw new Error(`${error ?? ""}${stderr}: ${text}`);
    return stdout.trim();
  }

  async close(): Promise<void> {
    // A stopped process hears no other signal.
    if (this.#isStalled) await this.kill();
    if (this.#process !== undefined) await endProgram(this.#process, "SIGQUIT");
    this.#process = undefined;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** The server's processes, the one that starts the others first. */
  #processes(): readonly number[] {
    const parent =
      this.#process?.exitCode === null && this.#process.signalCode === null ? this.#process.pid : undefined;
    return parent === undefined ? [] : [parent, ...childrenOf(parent)];
  }

  #program(name: string): string {
    return join(this.#programs, name);
  }
}
