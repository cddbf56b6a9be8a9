import { resolve } from "node:path";
import { Option } from "commander";

/** Where the ledger is kept. */
export interface StoreOptions {
  readonly dataDir: string;
}

/** The option of every command that opens the ledger. */
export function dataDirOption(): Option {
  return new Option("--data-dir <dir>", "folder of the ledger's database").env("LEDGER_DATA_DIR").default("./data");
}

/** The option of every command that compares with a trusted waypoint. */
export function waypointOption(): Option {
  return new Option("--waypoint <V:HASH|file>", "trusted waypoint that the ledger must match").env("LEDGER_WAYPOINT");
}

/** The option of the commands that check events. */
export function eventRootsOption(): Option {
  return new Option(
    "--event-roots <mode>",
    "events that do not match their hash: refuse them, or keep them with a warning",
  )
    .env("LEDGER_EVENT_ROOTS")
    .choices(["strict", "warn"])
    .default("strict");
}

/** Path of the SQLite file in a data folder. */
export function databasePath(dataDir: string): string {
  return resolve(dataDir, "ledger.db");
}
