import { isIP } from "node:net";
import { InvalidArgumentError, Option } from "commander";
import { listOption } from "./list-option.ts";
import { type RateLimit, rateLimitOption } from "./rate-limit-option.ts";

/** Bounds on the clients that may reach the API, and on their requests at one time. */
export interface AccessOptions {
  /** Hosts that requests may name. Checked while the node listens on a loopback address, or when any is given. */
  readonly allowHost?: readonly string[] | undefined;
  /** Origins whose pages may use the API and its services; every origin when absent. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Origins of other nodes that the explorer may ask; none when absent. */
  readonly explorerNode?: readonly string[] | undefined;
  /** Connections at a time from one address. */
  readonly maxConnections: number;
  /** Addresses and networks of proxies, whose connections are those of many clients. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Requests of one client in a time; as many as it likes when absent. */
  readonly rateLimit?: RateLimit | undefined;
  /** Seconds for which a cache in front of the node may give a latest answer to all clients; none when absent. */
  readonly sharedCache?: number | undefined;
}

function parseHost(text: string): string {
  if (!/^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])$/.test(text)) {
    throw new InvalidArgumentError("expected a host name without port, such as node.example.");
  }
  return text;
}

function parseOrigin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text) {
    throw new InvalidArgumentError("expected an origin, such as https://wallet.example.");
  }
  return text;
}

/** Parses the origin of a node: it becomes a part of a header. */
function parseHttpOrigin(text: string): string {
  const origin = parseOrigin(text);
  if (/^https?:/.test(origin)) return origin;
  throw new InvalidArgumentError("expected the origin of a node, such as https://node.example.");
}

/** Parses an address or a network such as `10.0.0.0/8`. */
/** Parses an address, or a network such as `10.0.0.0/8`. @throws InvalidArgumentError */
export function parseNetwork(text: string): string {
  const [address = "", prefix] = text.split("/");
  const bits = isIP(address) === 6 ? 128 : isIP(address) === 4 ? 32 : -1;
  if (bits < 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))) {
    throw new InvalidArgumentError("expected an address or a network, such as 10.0.0.0/8.");
  }
  return text;
}

function parseConnections(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1) throw new InvalidArgumentError("expected a number from 1 to 99999.");
  return Number(text);
}

/** Parses seconds such as `1s`, up to a minute. @throws InvalidArgumentError */
function parseSharedCache(text: string): number {
  const seconds = /^\d{1,2}s$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (seconds < 1 || seconds > 60) throw new InvalidArgumentError("expected seconds, 1s to 60s.");
  return seconds;
}

/** The option that lists the origins whose pages may use a network. */
export function allowOriginOption(): Option {
  return listOption(
    "--allow-origin <origin>",
    "origin whose pages may use the API; without it every origin, but only loopback ones may change a local network",
    parseOrigin,
  ).env("LEDGER_ALLOW_ORIGIN");
}

/** The options of {@link AccessOptions}. */
export function accessOptions(): Option[] {
  return [
    listOption("--allow-host <name>", "host that requests may name, in addition to loopback names", parseHost).env(
      "LEDGER_ALLOW_HOST",
    ),
    allowOriginOption(),
    listOption(
      "--explorer-node <origin>",
      "origin of another node that the explorer may ask, for data or for roots",
      parseHttpOrigin,
    ).env("LEDGER_EXPLORER_NODE"),
    new Option("--max-connections <count>", "maximum concurrent connections from one address")
      .env("LEDGER_MAX_CONNECTIONS")
      .argParser(parseConnections)
      .default(2048),
    listOption(
      "--trust-proxy <address>",
      "address or network of a proxy: its connections are not bounded, and its X-Forwarded-For names the client",
      parseNetwork,
    ).env("LEDGER_TRUST_PROXY"),
    rateLimitOption(),
    new Option(
      "--shared-cache <seconds>",
      "time for which a cache in front may give a latest answer to all, such as 1s",
    )
      .env("LEDGER_SHARED_CACHE")
      .argParser(parseSharedCache),
  ];
}
