import pg from "pg";
import { StoreError, type StoreFault } from "../../store-error.ts";

/** The remedy for a failed statement: another try, a try with statements prepared again, or nothing. */
export type Failure = "again" | "prepare_again" | "final";

/**
 * SQLSTATEs, or their classes, after which the same transaction can succeed: serialization failures and deadlocks, locks that
 * were not free in time, servers that stop, start, crash, have no connection left, or are a replica that becomes the primary.
 *
 * @see PostgreSQL, Appendix A, error codes
 */
const transient = ["08", "40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03", "57P05", "25006", "25P03"];

/** A prepared statement that the server does not know (26000), or whose result would have other columns now (0A000). */
const stale = ["26000", "0A000"];

/** Tells what can be done about a failure, by its SQLSTATE. What has none came from the connection, not from the server. */
export function judge(error: unknown): Failure {
  if (error instanceof StoreError) return error.code === "read_only" ? "again" : "final";
  if (!(error instanceof pg.DatabaseError)) return isConnectionFailure(error) ? "again" : "final";
  const state = error.code ?? "";
  if (stale.includes(state)) return "prepare_again";
  return transient.some((code) => state.startsWith(code)) ? "again" : "final";
}

/** The SQLSTATE of a failure, `connection` for one of the connection: few values, for counts. */
export function stateOf(error: unknown): string {
  return (error instanceof pg.DatabaseError ? error.code : undefined) ?? "connection";
}

/** Returns true if the connection failed, and with it everything that was sent on it. */
export function isConnectionFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof pg.DatabaseError) &&
    !(error instanceof StoreError) &&
    !isMistake(error)
  );
}

/** The SQLSTATE of a statement that took longer than it may. */
const timedOut = "57014";

/** Said where a primary is needed. */
export const replicaText =
  "the database server is a replica, which takes no writes: name the primary in the store's URL, or promote this one";

const codes: readonly (readonly [prefix: string, code: StoreFault, text: string])[] = [
  ["53100", "disk_full", "the database server has no disk space left"],
  ["28", "access_denied", "the database server refuses this user"],
  ["42501", "access_denied", "this user lacks the rights for that in the database"],
  ["3D000", "not_a_store", "the database does not exist"],
  ["3F000", "not_a_store", "the database holds no ledger store yet"],
  ["42P01", "not_a_store", "the database holds no ledger store yet"],
  ["25006", "read_only", replicaText],
  ["XX001", "corrupt", "the database is damaged"],
  ["XX002", "corrupt", "the database is damaged"],
  [timedOut, "unavailable", "the statement took longer than the store's URL allows, see read_timeout"],
  ["53", "unavailable", "the database server is out of resources"],
  ["57", "unavailable", "the database server is not answering"],
  ["08", "unavailable", "the connection to the database server failed"],
  ["40", "unavailable", "the database server aborted the transaction again and again"],
];

/** Turns what the client library throws into a {@link StoreError}, once, at the driver's edge. Anything else passes through. */
export function translateError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? "";
    const [, code, text] = codes.find(([prefix]) => state.startsWith(prefix)) ?? [
      "",
      "io_error" as const,
      `the database failed: ${error.message}`,
    ];
    return new StoreError(code, `${text} (SQLSTATE ${state})`, { cause: error });
  }
  if (isConnectionFailure(error)) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return new StoreError("unavailable", `the database server cannot be reached (${reason})`, { cause: error });
  }
  return error;
}

/** Returns true if a statement was ended by the server because it took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return error instanceof StoreError && error.cause instanceof pg.DatabaseError && error.cause.code === timedOut;
}

/** Our own faults are not the server's. */
function isMistake(error: Error): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error.name === "AssertionError"
  );
}
