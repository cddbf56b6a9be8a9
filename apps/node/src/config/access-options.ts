import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { isLoopback, type ListenAddress } from "./listen-address.ts";
import { type OptionsOf, option, type Value } from "./option.ts";
import { form, list, text, whole } from "./values.ts";

/** How many requests one client may send in a time. Plain data: it crosses process boundaries. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

const rateLimit: Value<RateLimit> = form(
  /^([1-9]\d{0,8})\/([1-9]\d{0,3})?([smh])$/,
  "requests and a time, such as 100/s or 1000/10m",
  (_, requests, count = "1", unit = "") => ({ requests: Number(requests), seconds: Number(count) * secondsOf[unit]! }),
);

const hostName = form(
  /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])$/,
  "a host name without port, such as node.example",
);

const origin: Value<string> = {
  schema: Type.String({ pattern: "^[a-z]+://[^\\s/?#@]+$" }),
  parse(given) {
    if (!URL.canParse(given) || new URL(given).origin !== given) {
      throw new InvalidArgumentError("expected an origin, such as https://wallet.example.");
    }
    return given;
  },
};

/** The origin of a node: it becomes a part of a header. */
const httpOrigin: Value<string> = {
  schema: Type.String({ pattern: "^https?://[^\\s/?#@]+$" }),
  parse(given) {
    if (/^https?:/.test(origin.parse(given))) return given;
    throw new InvalidArgumentError("expected the origin of a node, such as https://node.example.");
  },
};

/** An address, or a network such as `10.0.0.0/8`. */
export const machines: Value<string> = {
  schema: Type.String({ pattern: "^[0-9A-Fa-f:.]+(/\\d{1,3})?$" }),
  parse(given) {
    const [address = "", prefix] = given.split("/");
    const bits = isIP(address) === 6 ? 128 : isIP(address) === 4 ? 32 : -1;
    if (bits < 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))) {
      throw new InvalidArgumentError("expected an address or a network, such as 10.0.0.0/8.");
    }
    return given;
  },
};

/** Seconds such as `1s`, up to a minute. */
const cacheSeconds = form(/^(0?[1-9]|[1-5]\d|60)s$/, "seconds, 1s to 60s", (_, digits) => Number(digits));

/** Part of the bounds of work that one client may have, percent, for which those are written. */
export const usualClientShare = 50;

const streams = whole(0, 99_999);

/** The option that lists the origins whose pages may use a network. */
export const originOption = {
  allowOrigin: option("--allow-origin <origin>", list(origin), {
    otherwise: "every origin",
    held: () => "every origin",
    help: "origin whose pages may use the API; without it every origin, but only loopback ones may change a local network",
    more: "[What pages can do](docs/decisions/0001-cors-echoes-the-origin.md), and [why not all of them](docs/decisions/0006-which-pages-change-a-local-network.md)",
    appliesTo: ["server"],
  }),
};

/** The options that bound streams at one time, subscriptions of GraphQL among them. */
const streamOptions = {
  maxStreams: option("--max-streams <count>", streams, {
    default: 5_000,
    help: "maximum concurrent streams and subscriptions; 0 for none",
    more: "Of all clients; with `--workers`, of each process ([streams](docs/guides/follow-what-happens.md))",
    appliesTo: ["streams"],
  }),
  maxClientStreams: option("--max-client-streams <count>", streams, {
    default: 100,
    help: "maximum concurrent streams and subscriptions of one address",
    more: "An IPv6 network counts as one address",
    appliesTo: ["streams"],
  }),
};

/** The options for the certificate that the API is served with. */
const tlsOptions = {
  tlsCert: option("--tls-cert <file>", text, {
    help: "certificate with its chain (PEM), to serve the API over HTTPS (HTTP/2 and 1.1)",
    more: "SIGHUP reads it again",
    appliesTo: ["server"],
    isFile: true,
    refuse: ({ tlsKey }: { readonly tlsKey?: string | undefined }) =>
      tlsKey === undefined ? "needs --tls-key." : undefined,
  }),
  tlsKey: option("--tls-key <file>", text, {
    help: "private key of the certificate (PEM)",
    appliesTo: ["server"],
    isFile: true,
    refuse: ({ tlsCert }: { readonly tlsCert?: string | undefined }) =>
      tlsCert === undefined ? "needs --tls-cert." : undefined,
  }),
};

/** The options for the clients that may reach the API, and for their requests at one time. */
export const accessOptions = {
  allowHost: option("--allow-host <name>", list(hostName), {
    otherwise: "loopback names, or every host",
    held: ({ listen }: { readonly listen: ListenAddress }) =>
      isLoopback(listen.host) ? "loopback names" : "every host",
    help: "host that requests may name, in addition to loopback names",
    more: "Hosts are checked while the node listens on a loopback address, or when one is allowed",
    appliesTo: ["server"],
  }),
  ...originOption,
  explorerNode: option("--explorer-node <origin>", list(httpOrigin), {
    held: () => "none",
    help: "origin of another node that the explorer may ask, for data or for roots",
    more: "A page on this machine may ask all nodes of this machine ([explorer](apps/explorer/README.md#whom-it-believes))",
    appliesTo: ["explorer"],
  }),
  maxConnections: option("--max-connections <count>", whole(1, 99_999), {
    default: 2048,
    help: "maximum concurrent connections from one address",
    more: "An IPv6 network counts as one address",
    appliesTo: ["server"],
  }),
  clientShare: option("--client-share <percent>", whole(1, 100), {
    default: usualClientShare,
    help: "part of what waits, runs and is held that one address may have, in percent",
    more: "An IPv6 network counts as one address; see [Proxies and limits](apps/node/README.md#proxies-and-limits)",
    appliesTo: ["server"],
  }),
  trustProxy: option("--trust-proxy <address>", list(machines), {
    help: "address or network of a proxy: its connections are not bounded, and its X-Forwarded-For names the client",
    more: "See [Proxies and limits](apps/node/README.md#proxies-and-limits)",
    appliesTo: ["server"],
    refuse: (options: {
      readonly rateLimit?: RateLimit | undefined;
      readonly trustProxy?: readonly string[] | undefined;
    }) =>
      options.rateLimit !== undefined && options.trustProxy?.some((network) => network.endsWith("/0")) === true
        ? "all addresses cannot be proxies: with --rate-limit, clients could choose their own address."
        : undefined,
  }),
  rateLimit: option("--rate-limit <requests/time>", rateLimit, {
    help: "requests that one client may send per unit of time, such as `100/s`",
    more: "Or `1000/10m`; further ones are 429, see [Proxies and limits](apps/node/README.md#proxies-and-limits)",
    appliesTo: ["server"],
    isLive: true,
  }),
  sharedCache: option("--shared-cache <seconds>", cacheSeconds, {
    help: "time for which a cache in front may give a latest answer to all, such as `1s`",
    more: "See [the guide](docs/guides/run-a-node.md#a-cache-in-front)",
    appliesTo: ["answers"],
  }),
  ...streamOptions,
  ...tlsOptions,
};

/** Bounds of streams at one time. */
export interface StreamOptions extends OptionsOf<typeof streamOptions> {}

/** Files of the certificate that the API is served with. Plain data: they cross process boundaries. */
export interface TlsOptions extends OptionsOf<typeof tlsOptions> {}

/** Bounds on the clients that may reach the API, and on their requests at one time. */
export interface AccessOptions extends Omit<OptionsOf<typeof accessOptions>, keyof StreamOptions> {}
