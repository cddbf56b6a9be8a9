import { dirname, join } from "node:path";
import type { ExecutionReader, ExecutionStore } from "@ledger/state-store";
import type { StoreLocation } from "./location.ts";

/** Opens the results of executing the ledger of a location, for writing: a file next to its database, or tables next to its tables. */
export async function openExecution(location: StoreLocation): Promise<ExecutionStore> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresExecution(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteExecution(fileOf(location));
}

/** Opens the same for reading. @returns `undefined` where there are none */
export async function openExecutionReader(location: StoreLocation): Promise<ExecutionReader | undefined> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresExecutionReader(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteExecutionReader(fileOf(location));
}

function fileOf({ path }: Extract<StoreLocation, { readonly kind: "sqlite" }>): string {
  return join(dirname(path), "execution.db");
}
