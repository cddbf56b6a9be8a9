import { InvalidArgumentError, Option } from "commander";
import { listOption } from "./list-option.ts";
import { hasCredentials, parseUrl } from "./parse-values.ts";

/** Settings of a fork. */
export interface ForkOptions {
  /** API root of the node whose ledger is forked, and the version, as `URL@VERSION`. */
  readonly fork?: string | undefined;
  /** Folder that keeps what was fetched. */
  readonly forkCache?: string | undefined;
  /** Reads from the cache alone. */
  readonly forkOffline?: "on" | "off" | undefined;
  /** Sent as `Authorization: Bearer`. */
  readonly forkApiKey?: string | undefined;
  /** Sent with every request, each as `Name: value`. */
  readonly forkHeader?: readonly string[] | undefined;
  /** Requests under way at a time. */
  readonly forkConcurrency: number;
  /** Longest wait for an answer, milliseconds. */
  readonly forkTimeout: number;
}

const headerForm = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}: *\S.*$/;

/** Returns true if a text is a header with its value. */
function isHeader(text: string): boolean {
  return headerForm.test(text);
}

// Refused when all options are read: the refusal of one value prints the value, which may be a key.
const parseHeader = (text: string): string => text;

function parseForked(text: string): string {
  return parseUrl(text.replace(/@\d{1,20}$/, "")) && text;
}

function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,7}$/.test(text) ? Number(text) : -1;
    if (value < least || value > most) throw new InvalidArgumentError(`expected a number from ${least} to ${most}.`);
    return value;
  };
}

/** Finds what contradicts itself about a fork, by the attribute name of the option. */
export function* forkConflicts({
  fork,
  forkCache,
  forkHeader,
  forkOffline,
}: ForkOptions): Iterable<{ readonly name: keyof ForkOptions; readonly reason: string }> {
  if (fork !== undefined && hasCredentials(fork))
    yield { name: "fork", reason: "the URL must not contain a user name or password." };
  if (forkHeader?.every(isHeader) === false)
    yield { name: "forkHeader", reason: "expected headers, such as 'X-Project: demo'." };
  if (fork === undefined && (forkOffline === "on" || forkCache !== undefined))
    yield { name: forkOffline === "on" ? "forkOffline" : "forkCache", reason: "needs --fork." };
  if (forkOffline === "on" && (forkCache === undefined || !/@\d+$/.test(fork ?? "")))
    yield { name: "forkOffline", reason: "needs --fork-cache, and --fork with a version." };
}

/** Headers that were given as text, by their names. */
export function forkHeaders({ forkHeader = [] }: ForkOptions): Readonly<Record<string, string>> {
  const headers = forkHeader.map((header): [string, string] => {
    const colon = header.indexOf(":");
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  });
  return Object.fromEntries(headers);
}

/** The options of {@link ForkOptions}. */
export function forkOptions(): Option[] {
  return [
    new Option(
      "--fork <url[@version]>",
      "start a local network from another network's ledger, at that version or its latest; state is fetched on demand",
    )
      .env("LEDGER_FORK")
      .argParser(parseForked),
    new Option("--fork-cache <folder>", "folder for the state that a fork has fetched, by chain and version").env(
      "LEDGER_FORK_CACHE",
    ),
    new Option("--fork-offline [on|off]", "use only the cache of the fork, without a connection")
      .env("LEDGER_FORK_OFFLINE")
      .preset("on")
      .choices(["on", "off"]),
    new Option("--fork-api-key <key>", "key sent to the forked node as Authorization: Bearer").env(
      "LEDGER_FORK_API_KEY",
    ),
    listOption("--fork-header <header>", "header sent to the forked node, such as 'X-Project: demo'", parseHeader).env(
      "LEDGER_FORK_HEADER",
    ),
    new Option("--fork-concurrency <count>", "maximum concurrent requests to the forked node")
      .env("LEDGER_FORK_CONCURRENCY")
      .argParser(parseNumber(1, 256))
      .default(8),
    new Option("--fork-timeout <ms>", "maximum wait for an answer of the forked node")
      .env("LEDGER_FORK_TIMEOUT")
      .argParser(parseNumber(100, 600_000))
      .default(30_000),
  ];
}
