import { Socket } from "node:net";
import pg from "pg";
import { StoreError } from "../../store-error.ts";
import { Session } from "./session.ts";
import type { PostgresTarget } from "./settings.ts";
import { replicaText } from "./translate-error.ts";

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
  /** True if queries are sent before earlier ones are answered, and statements are prepared where the target allows it. */
  readonly pipeline: boolean;
  /** Time without an answer after which the connection is given up, milliseconds. */
  readonly silenceMs: number;
  /** Time after which the server ends a statement, milliseconds; no limit when absent. */
  readonly statementMs?: number | undefined;
  /** Which of the target's servers is tried first, the first one when absent. */
  readonly server?: number | undefined;
}

/** Time without traffic after which the system asks whether the server's host is still there, milliseconds. */
const keepAliveMs = 5_000;

/**
 * Connects to the first server of a target that answers; a writer to the first that is no replica.
 *
 * @throws what the last of them failed with
 */
export async function connect(target: PostgresTarget, options: ConnectOptions): Promise<Session> {
  const { length } = target.endpoints;
  let failure: unknown;
  for (let i = 0; i < length; i++) {
    try {
      return await connectTo(target, ((options.server ?? 0) + i) % length, options);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(target: PostgresTarget, server: number, options: ConnectOptions): Promise<Session> {
  const { host, port } = target.endpoints[server]!;
  // A socket of our own can be ended at once. The library's end waits for answers that may never come.
  const socket = new Socket();
  const client = new pg.Client({
    stream: () => socket,
    host,
    port,
    user: target.user,
    database: target.database,
    // Without one the library asks PGPASSWORD and the password file, as psql does.
    password: target.password,
    ssl: target.tls,
    application_name: target.applicationName,
    connectionTimeoutMillis: target.connectTimeoutMs,
    // Poolers refuse what they do not know when a connection begins.
    ...(target.prepare && options.statementMs !== undefined && { statement_timeout: options.statementMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    pipeline: options.pipeline && target.pipeline,
    types,
  });
  const { silenceMs } = options;
  // It listens for a failure between two queries: the next query fails with it.
  const session = new Session(client, socket, { prepare: options.pipeline && target.prepare, server, silenceMs });
  try {
    await client.connect();
    if (options.isWriter && target.endpoints.length > 1) await expectPrimary(session);
    return session;
  } catch (error) {
    session.discard();
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

/** @throws StoreError `read_only` */
async function expectPrimary(session: Session): Promise<void> {
  const { rows } = await session.query<{ replica: boolean }>("select pg_is_in_recovery() as replica");
  if (rows[0]?.replica === true) throw new StoreError("read_only", replicaText);
}

/** `\x` and hexadecimal digits. */
function parseBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), "hex");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
