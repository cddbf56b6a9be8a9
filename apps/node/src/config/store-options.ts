import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { hasPassword, type StoreLocation } from "../store/location.ts";
import { ConfigError } from "./config-error.ts";
import { refuseSetting } from "./settings.ts";

/** Settings of the place where the ledger is kept. */
export interface StoreOptions {
  readonly dataDir: string;
  /** URL of a database server, in place of the data folder. */
  readonly store?: string | undefined;
  /** URL of a replica of it, for reads. */
  readonly readStore?: string | undefined;
  readonly storePasswordFile?: string | undefined;
}

/** The option of every command that opens the ledger in a file. */
function dataDirOption(): Option {
  return new Option("--data-dir <dir>", "folder of the ledger's database").env("LEDGER_DATA_DIR").default("./data");
}

/** The options of every command that opens the ledger, wherever it is kept. */
export function storeOptions(): readonly Option[] {
  return [
    dataDirOption(),
    new Option("--store <url>", "keep the ledger on a PostgreSQL server, such as postgres://user@host/database")
      .env("LEDGER_STORE")
      .argParser(parseStoreUrl),
    passwordOption(),
  ];
}

/** The option of every command that may need a password. */
export function passwordOption(): Option {
  return new Option(
    "--store-password-file <file>",
    "file that holds the password of the database server; or set LEDGER_STORE_PASSWORD",
  ).env("LEDGER_STORE_PASSWORD_FILE");
}

/**
 * Refuses a password on the command line, where every user of the machine can read it, and what was left to this because its refusal
 * would print it.
 */
export function refusePasswords(action: Command): void {
  for (const [name, flag] of [
    ["store", "--store"],
    ["readStore", "--read-store"],
    ["from", "--from"],
    ["to", "--to"],
  ] as const) {
    const value: unknown = action.getOptionValue(name);
    if (typeof value !== "string") continue;
    if (!isStoreUrl(value) && (name === "store" || name === "readStore" || isUrl(value))) {
      refuseSetting(action, name, expectedStoreUrl);
    }
    if (action.getOptionValueSource(name) !== "cli") continue;
    if (isUrl(value) && hasPassword(value)) {
      action.error(
        `error: option '${flag}' must not hold a password, which 'ps' shows to everybody: use --store-password-file, LEDGER_STORE_PASSWORD or LEDGER_STORE.`,
      );
    }
  }
}

/** Parses the URL of a database server. @throws InvalidArgumentError */
export function parseStoreUrl(given: string): string {
  const text = completeStoreUrl(given);
  // What may hold a password is refused by refusePasswords: the refusal of one value prints the value.
  if (!isStoreUrl(text) && !text.includes("@")) throw new InvalidArgumentError(expectedStoreUrl);
  return text;
}

/** libpq takes a URL that names a user and leaves the host to the parameter of that name, which readers of URLs refuse. */
function completeStoreUrl(text: string): string {
  return text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[:/?#]|$)/, (start) => `${start}127.0.0.1`);
}

const expectedStoreUrl = "expected the URL of a PostgreSQL server, such as postgres://user@host/database.";

function isStoreUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

/** Returns true if a place is a URL, not a folder. */
export function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** The option of every command that compares with a trusted waypoint. */
export function waypointOption(): Option {
  return new Option("--waypoint <V:HASH|file>", "trusted waypoint that the ledger must match").env("LEDGER_WAYPOINT");
}

/** The option of the commands that check events. */
export function eventRootsOption(): Option {
  return new Option("--event-roots <mode>", "events that do not match their hash: refuse them, or keep them and warn")
    .env("LEDGER_EVENT_ROOTS")
    .choices(["strict", "warn"])
    .default("strict");
}

/** Path of the SQLite file in a data folder. */
function databasePath(dataDir: string): string {
  return resolve(dataDir, "ledger.db");
}

/** Finds the place of the ledger in the options. */
export function storeLocation(options: StoreOptions): StoreLocation {
  const { dataDir, store } = options;
  if (store === undefined) return { kind: "sqlite", path: databasePath(dataDir) };
  return { kind: "postgres", settings: { url: store, password: storePassword(options) } };
}

/** The locations of a node's ledger. */
export interface StorePlaces {
  /** The node that keeps the ledger writes it here. */
  readonly kept: StoreLocation;
  /** Requests are answered from here. */
  readonly read: StoreLocation;
}

/** Finds the locations of a node's ledger in its options. @throws ConfigError for a password file that cannot be read */
export function storePlaces(options: StoreOptions): StorePlaces {
  const { store, readStore = store } = options;
  return { kept: storeLocation(options), read: storeLocation({ ...options, store: readStore }) };
}

/** The password of the store, from the file of the options or from the environment. */
function storePassword({ storePasswordFile }: StoreOptions): string | undefined {
  if (storePasswordFile === undefined) return process.env.LEDGER_STORE_PASSWORD;
  try {
    return readFileSync(storePasswordFile, "utf8").trim();
  } catch (error) {
    throw new ConfigError(
      `--store-password-file: cannot read ${storePasswordFile} (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
