import {
  type ExecutionFinding,
  type ExecutionReader,
  type ExecutionStore,
  type ExecutionSummary,
  type ListedFinding,
  noExecution,
} from "@ledger/state-store";
import { fileNextTo, type StoreLocation } from "./location.ts";

/** Name of the file with the results. */
const file = "execution.db";

/** Opens the results of executing the ledger of a location, for writing: a file next to its database, or tables next to its tables. */
export async function openExecution(location: StoreLocation): Promise<ExecutionStore> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresExecution(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteExecution(fileNextTo(location, file));
}

/** The results of executing a ledger, for reading: they may not be there yet, and are looked for whenever they are asked for. */
export class ExecutionResults implements ExecutionReader {
  readonly #location: StoreLocation;
  #opened: ExecutionReader | undefined;
  #opening: Promise<void> | undefined;

  constructor(location: StoreLocation) {
    this.#location = location;
  }

  async summary(): Promise<ExecutionSummary> {
    return (await this.#reader()).summary();
  }

  async find(version: bigint): Promise<ExecutionFinding | undefined> {
    return (await this.#reader()).find(version);
  }

  async list(outcome: ExecutionFinding["outcome"], from: bigint, limit: number): Promise<readonly ListedFinding[]> {
    return (await this.#reader()).list(outcome, from, limit);
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async #reader(): Promise<ExecutionReader> {
    // Requests that come together open one reader, not one each.
    if (this.#opened === undefined) {
      this.#opening ??= this.#open();
      await this.#opening;
    }
    return this.#opened ?? noExecution;
  }

  async #open(): Promise<void> {
    try {
      this.#opened = await openReader(this.#location);
    } finally {
      this.#opening = undefined;
    }
  }
}

async function openReader(location: StoreLocation): Promise<ExecutionReader | undefined> {
  if (location.kind === "postgres") {
    return (await import("@ledger/state-store/postgres")).openPostgresExecutionReader(location.settings);
  }
  return (await import("@ledger/state-store/sqlite")).openSqliteExecutionReader(fileNextTo(location, file));
}
