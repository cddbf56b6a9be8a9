import { type Command, InvalidArgumentError, Option } from "commander";
import { type ListenAddress, parseListenAddress } from "./listen-address.ts";

/** What `ledger-node start` was asked to do: every option once, with its flag, environment name, default and help. */
export interface StartOptions {
  /** File or URL of a genesis transaction; absent for the built-in development ledger. */
  readonly genesis?: string;
  /** `VERSION:HASH`, or a file that holds it. */
  readonly waypoint?: string;
  readonly dataDir: string;
  readonly listen: ListenAddress;
  /** Versions of state kept behind the latest; 0 keeps all. */
  readonly stateWindow?: bigint;
  /** Versions of ledger records kept behind the latest; 0 keeps all. */
  readonly ledgerWindow?: bigint;
  /** Milliseconds between blocks of the development ledger. */
  readonly blockInterval: number;
  readonly headerPrefix: readonly string[];
  readonly logFormat: LogFormat;
  readonly logLevel: LogLevel;
}

/** How log lines are written: for people, or one JSON object a line for programs. */
export type LogFormat = "pretty" | "json";

/** The least severe kind of line that is logged. */
export type LogLevel = (typeof logLevels)[number];

const logLevels = ["error", "warn", "info", "debug"] as const;

function parseCount(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError("expected a whole number.");
  return BigInt(text);
}

function parseInterval(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 10) {
    throw new InvalidArgumentError("expected milliseconds, at least 10.");
  }
  return Number(text);
}

function parsePrefix(text: string, previous: readonly string[] | undefined): readonly string[] {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,30}-$/.test(text)) {
    throw new InvalidArgumentError("expected the beginning of a header name, such as X-Aptos-.");
  }
  return [...(previous === defaultPrefixes ? [] : (previous ?? [])), text];
}

const defaultPrefixes: readonly string[] = ["X-SVC-"];

const options = [
  new Option("--genesis <file|url>", "genesis of a real network; without it, a built-in development ledger runs").env(
    "LEDGER_GENESIS",
  ),
  new Option("--waypoint <V:HASH|file>", "trusted waypoint that the genesis must match").env("LEDGER_WAYPOINT"),
  new Option("--data-dir <dir>", "folder of the ledger's database").env("LEDGER_DATA_DIR").default("./data"),
  new Option("--listen <host:port>", "address of the HTTP API")
    .env("LEDGER_LISTEN")
    .argParser(parseListenAddress)
    .default({ host: "127.0.0.1", port: 8080 }, "127.0.0.1:8080"),
  new Option("--state-window <versions>", "versions of state kept behind the latest, 0 keeps all")
    .env("LEDGER_STATE_WINDOW")
    .argParser(parseCount),
  new Option("--ledger-window <versions>", "versions of transactions kept behind the latest, 0 keeps all")
    .env("LEDGER_LEDGER_WINDOW")
    .argParser(parseCount),
  new Option("--block-interval <ms>", "time between blocks of the development ledger")
    .env("LEDGER_BLOCK_INTERVAL")
    .argParser(parseInterval)
    .default(1000),
  new Option("--header-prefix <prefix>", "family of ledger headers to send; repeat it for more than one")
    .env("LEDGER_HEADER_PREFIX")
    .argParser(parsePrefix)
    .default(defaultPrefixes, "X-SVC-"),
  new Option("--log-format <format>", "how log lines are written")
    .env("LEDGER_LOG_FORMAT")
    .choices(["pretty", "json"])
    .default("pretty"),
  new Option("--log-level <level>", "least severe lines to log")
    .env("LEDGER_LOG_LEVEL")
    .choices(logLevels)
    .default("info"),
];

/** Adds the options of `start` to a command. */
export function addStartOptions(command: Command): Command {
  for (const option of options) command.addOption(option);
  return command;
}
