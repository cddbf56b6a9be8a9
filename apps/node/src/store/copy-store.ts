import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type LedgerStore, StoreError } from "@ledger/state-store";
import type { StoreLocation } from "./location.ts";

/** The suffix of a copy's name until it is whole, so that no node takes it for a ledger. */
const suffix = "part";

/**
 * Opens the unfinished copy at a destination, or begins one.
 *
 * @throws StoreError `invalid_argument` where a ledger is
 */
export async function openCopy(destination: StoreLocation): Promise<LedgerStore> {
  if (destination.kind === "sqlite") {
    if (existsSync(destination.path)) throw occupied(dirname(destination.path));
    mkdirSync(dirname(destination.path), { recursive: true });
    const { openSqliteStore } = await import("@ledger/state-store/sqlite");
    return openSqliteStore(partPath(destination.path));
  }
  const { formatPostgresUrl, openPostgresReader, openPostgresStore } = await import("@ledger/state-store/postgres");
  const reader = await openPostgresReader(destination.settings).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === "not_a_store") return undefined;
    throw error;
  });
  if (reader !== undefined) {
    await reader.close();
    throw occupied(formatPostgresUrl(destination.settings.url));
  }
  const { url } = await partUrl(destination.settings.url);
  return openPostgresStore({ ...destination.settings, url });
}

/** Gives a whole and closed copy its name. */
export async function finishCopy(destination: StoreLocation): Promise<void> {
  if (destination.kind === "sqlite") {
    const { renameSqliteStore } = await import("@ledger/state-store/sqlite");
    renameSqliteStore(partPath(destination.path), destination.path);
    return;
  }
  const { renamePostgresStore } = await import("@ledger/state-store/postgres");
  const { url, schema } = await partUrl(destination.settings.url);
  await renamePostgresStore({ ...destination.settings, url }, schema);
}

function partPath(path: string): string {
  return `${path}.${suffix}`;
}

/** The URL of the unfinished copy, and the schema that it gets in the end. */
async function partUrl(url: string): Promise<{ readonly url: string; readonly schema: string }> {
  const { postgresSchemaOf } = await import("@ledger/state-store/postgres");
  const schema = postgresSchemaOf({ url });
  const part = new URL(url);
  part.searchParams.set("schema", `${schema}_${suffix}`);
  return { url: part.href, schema };
}

function occupied(place: string): StoreError {
  return new StoreError("invalid_argument", `there is already a ledger at ${place}; a copy needs a place without one`);
}
