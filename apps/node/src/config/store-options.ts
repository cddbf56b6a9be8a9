import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import type { StoreLocation } from "../store/location.ts";
import { ConfigError } from "./config-error.ts";
import { type OptionsOf, option, type Value } from "./option.ts";
import { hasRecordSource, listRecordSources, type RecordSources } from "./record-sources.ts";
import { oneOf, text, whole } from "./values.ts";

const expectedStoreUrl = "expected the URL of a PostgreSQL server, such as postgres://user@host/database.";

const isStoreUrl = (given: string): boolean => URL.canParse(given) && /^postgres(ql)?:$/.test(new URL(given).protocol);

/** Returns true if a place is a URL, not a folder. */
export const isUrl = (given: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(given);

/** The URL of a database server. */
export const storeUrl: Value<string> = {
  schema: Type.String({ pattern: "^postgres(ql)?://" }),
  isStore: true,
  parse(given) {
    // libpq takes a URL that names a user and leaves the host to the parameter of that name, which readers of URLs refuse.
    const complete = given.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[:/?#]|$)/, (start) => `${start}127.0.0.1`);
    // What may hold a password is refused when all options are read: the refusal of one value prints the value.
    if (!isStoreUrl(complete) && !complete.includes("@")) throw new InvalidArgumentError(expectedStoreUrl);
    return complete;
  },
  check: (given) => (isStoreUrl(given) ? undefined : expectedStoreUrl),
};

/** The other options of a store, for the rules of one. */
interface Stores extends RecordSources {
  readonly role?: "full" | "api" | undefined;
  readonly store?: string | undefined;
  readonly readStore?: string | undefined;
  readonly waypoint?: string | undefined;
}

/** The option of every command that may need a password. */
export const passwordOption = option("--store-password-file <file>", text, {
  help: "file that holds the password of the database server; or set `LEDGER_STORE_PASSWORD`",
  isFile: true,
  needs: {
    reason: "needs --store or --read-store",
    isMet: ({ store, readStore }: Stores) => (store ?? readStore) !== undefined,
  },
});

/** The options of every command that opens the ledger, wherever it is kept. */
export const storeOptions = {
  dataDir: option("--data-dir <dir>", text, {
    default: "./data",
    help: "folder of the ledger's database",
    needs: {
      // The container image always has a variable for it. A named network's files are looked for in it.
      isHarmless: true,
      reason: "has no effect with --store, which is where the ledger is kept",
      isMet: ({ store, network }: Stores) => store === undefined || network !== undefined,
    },
  }),
  store: option("--store <url>", storeUrl, {
    help: "keep the ledger on a PostgreSQL server, such as `postgres://user@host/database`",
    more: "[How](docs/postgres/README.md)",
  }),
  storePasswordFile: passwordOption,
};

/** The options for the place of the ledger, and for the node that keeps it. */
export const keepingOptions = {
  ...storeOptions,
  readStore: option("--read-store <url>", storeUrl, {
    otherwise: "the store",
    held: ({ store }: Stores) => store ?? "none",
    help: "replica to answer requests from; it may lag behind the primary",
    refuse: ({ role, store }: Stores) =>
      role === "api" || store !== undefined ? undefined : "needs --store: what is kept in a folder is read there.",
  }),
  role: option("--role <role>", oneOf("full", "api"), {
    default: "full",
    help: "full: keep the ledger and serve it; api: only serve what another node keeps",
    more: "`api` serves from a folder, a server or a replica, and waits for a ledger that has not begun",
    appliesTo: ["info"],
    refuse: (options: Stores) =>
      options.role === "api" && (hasRecordSource(options) || options.waypoint !== undefined)
        ? `'api' cannot be combined with ${listRecordSources("--waypoint")}: another node keeps and checks the ledger.`
        : undefined,
  }),
  waitForVersion: option("--wait-for-version <ms>", whole(0, 60_000, "milliseconds, at most 60000"), {
    default: 0,
    defaultText: "0: not at all",
    held: () => "0",
    help: "how long a request may wait for a version that is not committed yet",
    more: "On a replica that lags",
    appliesTo: ["answers"],
  }),
};

/** Settings of the place where the ledger is kept. */
export interface StoreOptions extends OptionsOf<typeof storeOptions> {
  /** URL of a replica of it, for reads. */
  readonly readStore?: string | undefined;
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
