import { askDoor } from "@ledger/test-run/door";
import { inject } from "vitest";
import { runSql } from "./programs.ts";

/** An empty database of the run's PostgreSQL server, which ends with the run. */
export interface TestDatabase {
  /** `postgres://…` of the database. @param parameters - e.g. `schema=one` */
  url(parameters?: string): string;
  /** The same, on the streaming replica. */
  readUrl(parameters?: string): string;
  /** Runs SQL as the server's superuser. @returns the rows, a line for each */
  sql(text: string): string;
}

/** Opens a database for a test file. @throws Error where PostgreSQL is not installed */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, readUrl } = await askDoor<{ readonly url: string; readonly readUrl: string }>(inject("testDatabases"));
  const withParameters = (base: string, parameters?: string): string =>
    parameters === undefined ? base : `${base}?${parameters}`;
  return {
    url: (parameters) => withParameters(url, parameters),
    readUrl: (parameters) => withParameters(readUrl, parameters),
    sql: (text) => runSql(url, text),
  };
}
