import { readFileSync } from "node:fs";
import type { ConnectionOptions as TlsOptions } from "node:tls";
import { StoreError } from "../../store-error.ts";
import { expectSchemaName } from "./schema-name.ts";

/**
 * Where a PostgreSQL ledger is and how it is spoken to. Plain data, so that it crosses threads and processes; the password is
 * kept apart from the URL, which may be logged.
 */
export interface PostgresSettings {
  /** `postgres://user@host:port/database?parameters`, see {@link parsePostgresUrl}. A password in it is used, too. */
  readonly url: string;
  readonly password?: string | undefined;
}

/** One server that a URL names. */
export interface Endpoint {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** A URL, taken apart. */
export interface PostgresTarget {
  /** Tried in this order. */
  readonly endpoints: readonly Endpoint[];
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  /** Name of the PostgreSQL schema that holds the tables. */
  readonly schema: string;
  readonly tls: TlsOptions | false;
  readonly applicationName: string;
  /** Milliseconds for one server to accept a connection. */
  readonly connectTimeoutMs: number;
  /** Milliseconds that a statement may take on a connection for reads; a server that is silent for longer is given up. */
  readonly readTimeoutMs: number;
  /** Milliseconds that a server may be silent while something is written. */
  readonly writeTimeoutMs: number;
  /** True if statements are prepared once a connection: not where a pooler changes the connection below them. */
  readonly prepare: boolean;
  /** True if reads are sent before earlier ones are answered: not through poolers either. */
  readonly pipeline: boolean;
  /** True if rows are loaded by COPY. */
  readonly copy: boolean;
}

const parameters = [
  "host",
  "port",
  "schema",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "application_name",
  "connect_timeout",
  "read_timeout",
  "write_timeout",
  "pooler",
  "copy",
] as const;
type Parameter = (typeof parameters)[number];

const defaultPort = 5432;

/** Parameters that are seconds, with their defaults. */
const timeouts = { connect_timeout: 3, read_timeout: 5, write_timeout: 5 } as const;
const longestTimeoutS = 600;

/**
 * Takes the URL of a PostgreSQL ledger apart. Parameters, named as in libpq where it has them:
 *
 * - `host`, `port`: several servers, comma-separated, or the folder of a Unix socket; the writer takes the one that is no replica
 * - `schema`: of the tables, `ledger` when absent
 * - `sslmode`: `disable` (the default), `require` (encrypted, the server's certificate is not checked) or `verify-full`
 * - `sslrootcert`, `sslcert`, `sslkey`: files in PEM
 * - `pooler=transaction`: neither prepared statements nor pipelining, for poolers that give each transaction another connection
 * - `copy=off`: multi-row inserts instead of COPY, for engines without it
 * - `connect_timeout`: seconds for a server to accept a connection, 3 when absent
 * - `read_timeout`, `write_timeout`: seconds for a server to answer, 5 when absent, see {@link PostgresTarget}
 * - `application_name`
 *
 * @throws StoreError `invalid_argument`; its text does not repeat the URL, which may hold a password
 */
export function parsePostgresUrl({ url, password }: PostgresSettings): PostgresTarget {
  if (!URL.canParse(url)) throw invalid("it cannot be parsed; it has the form postgres://user@host:port/database");
  const parsed = new URL(url);
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) throw invalid("it must begin with postgres://");
  const known = new Set<string>(parameters);
  for (const name of parsed.searchParams.keys()) {
    if (!known.has(name)) throw invalid(`unknown parameter ${name}; known are ${parameters.join(", ")}`);
  }
  const get = (name: Parameter): string | undefined => parsed.searchParams.get(name) ?? undefined;
  const user = decodeURIComponent(parsed.username) || (process.env.PGUSER ?? "postgres");
  const schema = expectSchemaName(get("schema") ?? "ledger");
  const timeoutMs = (name: keyof typeof timeouts): number => {
    const seconds = Number(get(name) ?? timeouts[name]);
    if (seconds >= 1 && seconds <= longestTimeoutS) return seconds * 1_000;
    throw invalid(`${name} must be 1 to ${longestTimeoutS} seconds`);
  };
  const pooler = get("pooler");
  if (pooler !== undefined && pooler !== "transaction") throw invalid("pooler must be transaction or left out");
  const copy = get("copy");
  if (copy !== undefined && copy !== "off") throw invalid("copy must be off or left out");
  const endpoints = parseEndpoints(parsed, get("host"), get("port"));
  return {
    endpoints,
    user,
    database: decodeURIComponent(parsed.pathname.slice(1)) || user,
    password: password ?? (parsed.password === "" ? undefined : decodeURIComponent(parsed.password)),
    schema,
    tls: parseTls(get, endpoints[0]!.host),
    applicationName: get("application_name") ?? "ledger-node",
    connectTimeoutMs: timeoutMs("connect_timeout"),
    readTimeoutMs: timeoutMs("read_timeout"),
    writeTimeoutMs: timeoutMs("write_timeout"),
    prepare: pooler === undefined,
    pipeline: pooler === undefined,
    copy: copy === undefined,
  };
}

/** The URL without its password, for people. */
export function formatPostgresUrl(url: string): string {
  if (!URL.canParse(url)) return "postgres://";
  const shown = new URL(url);
  shown.password = "";
  return shown.href;
}

/** Name of the PostgreSQL schema that a URL leads to. @throws StoreError `invalid_argument` */
export function postgresSchemaOf(settings: PostgresSettings): string {
  return parsePostgresUrl(settings).schema;
}

function parseEndpoints(url: URL, hosts: string | undefined, ports: string | undefined): Endpoint[] {
  const names = hosts?.split(",") ?? [url.hostname === "" ? "127.0.0.1" : decodeURIComponent(url.hostname)];
  const numbers = ports?.split(",") ?? [url.port === "" ? String(defaultPort) : url.port];
  return names.map((name, i) => {
    const text = numbers[i] ?? numbers[0]!;
    const port = Number(text);
    if (name === "" || !/^\d+$/.test(text) || port < 1 || port > 65_535) {
      throw invalid("a host or port is not valid");
    }
    return { host: name.replace(/^\[(.*)\]$/, "$1"), port };
  });
}

function parseTls(get: (name: Parameter) => string | undefined, host: string): TlsOptions | false {
  const mode = get("sslmode") ?? "disable";
  const read = (name: Parameter): Buffer | undefined => {
    const file = get(name);
    if (file === undefined) return undefined;
    try {
      return readFileSync(file);
    } catch (error) {
      throw new StoreError("invalid_argument", `cannot read the file of ${name}: ${file}`, { cause: error });
    }
  };
  const files = { ca: read("sslrootcert"), cert: read("sslcert"), key: read("sslkey") };
  switch (mode) {
    case "disable":
      return false;
    case "require":
      return { ...files, rejectUnauthorized: false };
    case "verify-full":
      return { ...files, rejectUnauthorized: true, servername: host };
    default:
      throw invalid("sslmode must be disable, require or verify-full");
  }
}

function invalid(why: string): StoreError {
  return new StoreError("invalid_argument", `the URL of the store cannot be used: ${why}`);
}
