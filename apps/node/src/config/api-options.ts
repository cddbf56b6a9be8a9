import { defaultApiConfig } from "@ledger/api-core";
import { type ListenAddress, listenAddress } from "./listen-address.ts";
import { option, type Value } from "./option.ts";
import { formatPageMaxima, pageMaxima, pageSizes } from "./page-options.ts";
import { form, list, orHex, whole, workers } from "./values.ts";

/** The option for the address of an API. */
export const listenOption = option("--listen <host:port>", listenAddress, {
  default: { host: "127.0.0.1", port: 8080 },
  defaultText: "127.0.0.1:8080",
  help: "address of the HTTP API, or a port of this machine alone",
  more: "Port 0 lets the system choose. For every address a port alone will do (`8080` or `:8080`)",
  appliesTo: ["server"],
});

const prefix = form(/^[A-Za-z][A-Za-z0-9-]{0,30}-$/, "the prefix of a header name, such as X-Aptos-");

/** Gas units that a view function may use. */
export const gasUnits: Value<number> = whole(1, 999_999_999, "gas units, 1 to 999999999");

/** An account, module or function: `0x1`, `0x1::coin` or `0x1::coin::balance`. */
export const code: Value<string> = form(
  /^0x([0-9a-fA-F]{1,64})((?:::[A-Za-z_][A-Za-z0-9_$]*){0,2})$/,
  "an account, module or function, such as 0x1::coin::balance",
  (_, digits = "", rest = "") => `0x${digits.replace(/^0+/, "").toLowerCase() || "0"}${rest}`,
);

/** The options for answering requests. */
export const apiOptions = {
  listen: listenOption,
  adminListen: option("--admin-listen <host:port>", listenAddress, {
    help: "address of metrics, probes and the log level; none when absent",
    more: "See [monitoring](docs/monitoring/README.md)",
    appliesTo: ["admin"],
    refuse({
      adminListen,
      listen,
    }: {
      readonly adminListen?: ListenAddress | undefined;
      readonly listen: ListenAddress;
    }) {
      if (listen.port === 0 || adminListen?.port !== listen.port) return undefined;
      return `port ${listen.port} is already used by the API.`;
    },
  }),
  workers: option("--workers <count>", workers("processes"), {
    default: 1,
    help: "number of API processes; with more than one, the ledger runs in a process of its own",
  }),
  headerPrefix: option("--header-prefix <prefix>", list(prefix), {
    otherwise: "`X-SVC-` and `X-Aptos-`",
    held: () => defaultApiConfig.headerPrefixes.join(","),
    help: "prefix of the ledger headers to send",
    more: "No other families are sent. The official SDK turns pages by `X-Aptos-`",
    appliesTo: ["answers", "graphql"],
  }),
  maxViewGas: option("--max-view-gas <units>", gasUnits, {
    default: 2_000_000,
    help: "maximum gas units of a view function",
    appliesTo: ["answers"],
  }),
  viewAllow: option("--view-allow <code>", list(orHex(code)), {
    default: [],
    defaultText: "all",
    help: "account, module or function whose views may be called; all others are refused",
    more: "Such as `0x1`, `0x1::coin` or `0x1::coin::balance`",
    appliesTo: ["answers"],
  }),
  viewBlock: option("--view-block <code>", list(orHex(code)), {
    default: [],
    defaultText: "none",
    help: "account, module or function whose views may not be called",
    appliesTo: ["answers"],
  }),
  maxPage: option("--max-page <listing=items>", pageMaxima, {
    default: {},
    defaultText: "the same as the reference network's nodes",
    held: () => formatPageMaxima(pageSizes({})),
    help: "maximum items per page of a listing",
    more: "Listings are `modules`, `resources`, `summaries`, `transactions`, `account-transactions`, `events`, `table-items`, `lists` and `block-transactions`; a larger `limit` is reduced to this",
    appliesTo: ["answers"],
  }),
};
