import pg from "pg";
import { StoreError } from "../../store-error.ts";
import type { Endpoint, PostgresTarget } from "./settings.ts";

/** Object ids of the types that results have; everything else stays text. */
const bool = 16;
const bytea = 17;
const int8 = 20;
const int2 = 21;
const int4 = 23;

/**
 * Results come as text: the client library reads every binary result as UTF-8. Integers of the schema are below 2^53.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number): ((text: string) => unknown) => {
    switch (oid) {
      case bytea:
        return parseBytes;
      case int8:
      case int4:
      case int2:
        return Number;
      case bool:
        return (text: string) => text === "t";
      default:
        return (text: string) => text;
    }
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** The purpose of a connection. */
export interface ConnectOptions {
  /** The writer's: a server that is a replica is passed over. */
  readonly isWriter: boolean;
  /** True if queries are sent before earlier ones are answered. */
  readonly pipeline: boolean;
  /** Time after which a query that is not answered ends the connection, milliseconds. */
  readonly queryTimeoutMs: number;
}

/**
 * Connects to the first server of a target that answers; a writer to the first that is no replica.
 *
 * @throws what the last of them failed with
 */
export async function connect(target: PostgresTarget, options: ConnectOptions): Promise<pg.Client> {
  let failure: unknown;
  for (const endpoint of target.endpoints) {
    try {
      return await connectTo(target, endpoint, options);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(target: PostgresTarget, endpoint: Endpoint, options: ConnectOptions): Promise<pg.Client> {
  const client = new pg.Client({
    host: endpoint.host,
    port: endpoint.port,
    user: target.user,
    database: target.database,
    // Without one the library asks PGPASSWORD and the password file, as psql does.
    password: target.password,
    ssl: target.tls,
    application_name: target.applicationName,
    connectionTimeoutMillis: target.connectTimeoutMs,
    query_timeout: options.queryTimeoutMs,
    keepAlive: true,
    pipeline: options.pipeline,
    types,
  });
  // A failure between two queries: the next query fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
    if (options.isWriter && target.endpoints.length > 1 && (await isReplica(client))) {
      throw new StoreError("read_only", "the database server is a replica");
    }
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw isPasswordFault(error) ? accessDenied(error) : error;
  }
}

/** The library's own authentication errors have no code. */
function isPasswordFault(error: unknown): boolean {
  return error instanceof Error && /^SASL|password must be a string/.test(error.message);
}

function accessDenied(cause: unknown): StoreError {
  return new StoreError("access_denied", "the database server requires a password, and none was accepted", {
    cause,
  });
}

async function isReplica(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ replica: boolean }>("select pg_is_in_recovery() as replica");
  return rows[0]?.replica === true;
}

/** `\x` and hexadecimal digits. */
function parseBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), "hex");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
