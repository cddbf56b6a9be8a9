import type { Agreement } from "@ledger/sync";
import { InvalidArgumentError, Option } from "commander";
import { type AccessOptions, accessOptions } from "./access-options.ts";
import { type ExecuteOptions, executeOptions } from "./execute-options.ts";
import { type ForkOptions, forkOptions } from "./fork-options.ts";
import { type IndexOptions, indexOption } from "./index-options.ts";
import { listOption } from "./list-option.ts";
import { type ListenAddress, parseListenAddress } from "./listen-address.ts";
import { type LocalOptions, localOptions } from "./local-options.ts";
import { type LogOptions, logOptions } from "./log-options.ts";
import { type NetworkName, networkOption } from "./network-option.ts";
import type { OptionGroup } from "./option-group.ts";
import { maxPageOption, type PageOptions } from "./page-options.ts";
import { parseAgreement, parseStartVersion, parseUrl, parseWait, parseWorkers } from "./parse-values.ts";
import { type ProofOptions, proofOptions } from "./proof-options.ts";
import { type RetentionOptions, retentionOptions } from "./retention-options.ts";
import { configOption } from "./settings.ts";
import { eventRootsOption, parseStoreUrl, type StoreOptions, storeOptions, waypointOption } from "./store-options.ts";
import { type StreamOptions, streamOptions } from "./stream-options.ts";
import { type TlsOptions, tlsOptions } from "./tls-options.ts";
import { type ViewOptions, viewOptions } from "./view-options.ts";

/** Options of `ledger-node start`: each once, with its flag, environment name, default and help. */
export interface StartOptions
  extends StoreOptions,
    RetentionOptions,
    ProofOptions,
    IndexOptions,
    PageOptions,
    ViewOptions,
    AccessOptions,
    StreamOptions,
    TlsOptions,
    LocalOptions,
    ForkOptions,
    ExecuteOptions,
    LogOptions {
  /** A public network that the ledger must belong to. */
  readonly network?: NetworkName | undefined;
  /** File or URL of a genesis transaction; absent for the local network. */
  readonly genesis?: string;
  /** `VERSION:HASH`, or a file that holds it. */
  readonly waypoint?: string;
  /** API roots of nodes to follow, in order of preference. */
  readonly follow?: readonly string[];
  /** How many of the followed nodes must have a record before it is accepted. */
  readonly agreement: Agreement;
  /** Folder or URL of a backup in the reference format. */
  readonly backup?: string | undefined;
  /** Start of a ledger above version 0: at a snapshot of the backup, or lazily in the followed ledger. */
  readonly startVersion?: bigint | "latest" | undefined;
  /** API root of the node to which transactions are passed on, and what views and simulations need and this ledger does not have. */
  readonly forward?: string | undefined;
  /** Policy for events that do not match their hash. */
  readonly eventRoots: "strict" | "warn";
  /** Compares the root of the whole state after every block; on the local network also when absent. */
  readonly stateRoots?: "off" | "every_block" | undefined;
  readonly listen: ListenAddress;
  /** Address of metrics, probes and the log level; none of them when absent. */
  readonly adminListen?: ListenAddress | undefined;
  /** Role of the node: it keeps a ledger, or only serves one that another node keeps. */
  readonly role: "full" | "api";
  /** Milliseconds that a request may wait for a version that is not there yet. */
  readonly waitForVersion: number;
  /** Processes that answer requests; 1 serves from the process that keeps the ledger. */
  readonly workers: number;
  /** Families of the ledger headers; when absent, those of the reference network, on a local network those of the official client too. */
  readonly headerPrefix?: readonly string[] | undefined;
}

/** The options of the side of the node that answers requests; of the groups that it needs whole none may be missing. */
const servingKeys = {
  listen: true,
  adminListen: true,
  headerPrefix: true,
  maxPage: true,
  forward: true,
  waitForVersion: true,
  role: true,
  stateWindow: true,
  ledgerWindow: true,
  timeWindow: true,
  diskBudget: true,
  eventRoots: true,
  stateRoots: true,
  proofs: true,
  execute: true,
  fork: true,
  index: true,
  accounts: true,
  maxViewGas: true,
  viewAllow: true,
  viewBlock: true,
  allowHost: true,
  allowOrigin: true,
  explorerNode: true,
  maxConnections: true,
  trustProxy: true,
  rateLimit: true,
  sharedCache: true,
  maxStreams: true,
  maxClientStreams: true,
  tlsCert: true,
  tlsKey: true,
  logFormat: true,
  logLevel: true,
} as const satisfies Readonly<
  Record<
    keyof (RetentionOptions & ProofOptions & ViewOptions & AccessOptions & StreamOptions & TlsOptions & LogOptions),
    true
  >
> &
  Readonly<Partial<Record<keyof StartOptions, true>>>;

/** The options for the side of the node that answers requests. Plain data: it crosses to processes. */
export type ServingOptions = Pick<StartOptions, keyof typeof servingKeys>;

/** Takes from the options what {@link ServingOptions} has. */
export function servingOptions(options: ServingOptions): ServingOptions {
  return takeOptions(options, servingKeys);
}

/** The options of some names, and no others: what crosses to a thread or process is no more than it needs. */
export function takeOptions<Key extends keyof StartOptions>(
  options: Pick<StartOptions, Key>,
  keys: Readonly<Record<Key, true>>,
): Pick<StartOptions, Key> {
  const entries = Object.keys(keys).map((key) => [key, options[key as Key]]);
  return Object.fromEntries(entries) as Pick<StartOptions, Key>;
}

function parsePrefix(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,30}-$/.test(text)) {
    throw new InvalidArgumentError("expected the prefix of a header name, such as X-Aptos-.");
  }
  return text;
}

/** Options for the source of the ledger, and for the trust in it. */
const sourceOptions = (): Option[] => [
  networkOption(),
  new Option(
    "--genesis <file|url>",
    "genesis of a real network; without it, the node runs a local network of its own",
  ).env("LEDGER_GENESIS"),
  waypointOption(),
  listOption("--follow <url>", "API of a node to follow, such as https://node.example/v1", parseUrl).env(
    "LEDGER_FOLLOW",
  ),
  new Option(
    "--agreement <all|count>",
    "followed nodes that must have a record before it is accepted: all that answer (at least two), or a number",
  )
    .env("LEDGER_AGREEMENT")
    .argParser(parseAgreement)
    .default("all"),
  new Option(
    "--backup <folder|url>",
    "backup to restore the ledger from, or a copy that the backup command wrote; with a --waypoint above 0, from its snapshot",
  ).env("LEDGER_BACKUP"),
  new Option(
    "--start-version <version|latest>",
    "start above version 0: from the snapshot of that version in --backup, or lazily from the node of --follow",
  )
    .env("LEDGER_START_VERSION")
    .argParser(parseStartVersion),
  new Option(
    "--forward <url>",
    "API of the node to which transactions are passed on, and views and simulations that need what this ledger does not have",
  )
    .env("LEDGER_FORWARD")
    .argParser(parseUrl),
  eventRootsOption(),
  new Option(
    "--state-roots <mode>",
    "compare the root of the whole state after every block (default on the local network); needs 300 bytes of memory per state item",
  )
    .env("LEDGER_STATE_ROOTS")
    .choices(["off", "every_block"]),
];

/** Options for the place of the ledger, and for the node that keeps it. */
const keepingOptions = (): Option[] => [
  ...storeOptions(),
  new Option("--read-store <url>", "replica to answer requests from; it may lag behind the primary")
    .env("LEDGER_READ_STORE")
    .argParser(parseStoreUrl),
  new Option("--role <role>", "full: keep the ledger and serve it; api: only serve what another node keeps")
    .env("LEDGER_ROLE")
    .choices(["full", "api"])
    .default("full"),
  new Option("--wait-for-version <ms>", "how long a request may wait for a version that is not committed yet")
    .env("LEDGER_WAIT_FOR_VERSION")
    .argParser(parseWait)
    .default(0, "0: not at all"),
];

/** Options for answering requests. */
const apiOptions = (): Option[] => [
  new Option("--listen <host:port>", "address of the HTTP API, or a port of this machine alone")
    .env("LEDGER_LISTEN")
    .argParser(parseListenAddress)
    .default({ host: "127.0.0.1", port: 8080 }, "127.0.0.1:8080"),
  new Option("--admin-listen <host:port>", "address of metrics, probes and the log level; none when absent")
    .env("LEDGER_ADMIN_LISTEN")
    .argParser(parseListenAddress),
  new Option(
    "--workers <count>",
    "number of API processes; with more than one, the ledger runs in a process of its own",
  )
    .env("LEDGER_WORKERS")
    .argParser(parseWorkers)
    .default(1),
  listOption("--header-prefix <prefix>", "prefix of the ledger headers to send", parsePrefix).env(
    "LEDGER_HEADER_PREFIX",
  ),
  ...viewOptions(),
  maxPageOption(),
];

/** The options of `start`, as its help shows them. */
export const startGroups: readonly OptionGroup[] = [
  {
    title: "Configuration file",
    example: "ledger-node start --config ledger.yaml",
    options: [configOption()],
  },
  {
    title: "Where the ledger comes from",
    example: "ledger-node start --follow https://node.example/v1 --start-version latest",
    options: sourceOptions(),
  },
  {
    title: "Where it is kept",
    example: "ledger-node start --data-dir ./mainnet",
    options: keepingOptions(),
  },
  {
    title: "How much of it is kept",
    example: "ledger-node start --time-window 7d --disk-budget 20GiB",
    options: [...retentionOptions(), ...proofOptions(), indexOption()],
  },
  {
    title: "Executing it again",
    example: "ledger-node start --follow https://node.example/v1 --execute all --on-mismatch stop",
    options: executeOptions(),
  },
  {
    title: "Local network",
    example: "ledger-node start --workload off --block-interval 0",
    options: localOptions(),
  },
  {
    title: "Fork of another network",
    example: "ledger-node start --fork https://node.example/v1@1000000 --fork-cache ./fork-cache",
    options: forkOptions(),
  },
  {
    title: "API",
    example: "ledger-node start --listen 0.0.0.0:8080 --admin-listen 9101",
    options: apiOptions(),
  },
  {
    title: "Who may use it",
    example: "ledger-node start --allow-host ledger.example --trust-proxy 127.0.0.1 --rate-limit 600/m",
    options: [...accessOptions(), ...streamOptions(), ...tlsOptions()],
  },
  {
    title: "Log",
    example: "ledger-node start --log-format json --log-level warn",
    options: logOptions(),
  },
];
