import type { LocalAccount } from "@ledger/local-chain";
import { formatAddress } from "@ledger/types";
import { chainLines } from "../config/account-options.ts";
import { indexedGroups } from "../config/index-options.ts";
import { formatUrl } from "../config/listen-address.ts";
import type { LiveSettings } from "../config/runtime-settings.ts";
import type { ServingOptions, StartOptions } from "../config/start-options.ts";
import { type Logger, say } from "../logger.ts";
import { describeLocation, type StoreLocation } from "../store/location.ts";
import type { NodeObserver } from "../wiring/observe-node.ts";
import type { ApiServer, ServeOptions } from "../wiring/serve-api.ts";

/** Loads the HTTP side, in this process or in several. */
export async function loadServing(workers: number): Promise<(options: ServeOptions) => Promise<ApiServer>> {
  if (workers === 1) return (await import("../wiring/serve-api.ts")).serveApi;
  const { serveInProcesses } = await import("../cluster/serve-in-processes.ts");
  return (options) => serveInProcesses(options, workers);
}

/** Most accounts that are listed; `GET /v1/-/local` has all whose keys everybody knows. */
const mostListed = 20;

/** Says where the services of a local network are, and whose money there is. */
export async function announceLocal(
  log: Logger,
  options: Pick<StartOptions, "listen" | "chainId" | "fork" | "tlsCert" | "forward" | "index">,
  server: ApiServer,
  people: readonly LocalAccount[],
): Promise<void> {
  const { chainId, fork, tlsCert, forward } = options;
  const { host } = options.listen;
  const { formatPrivateKey } = await import("@ledger/local-chain");
  if (forward !== undefined) {
    const text = "--forward has no effect: a local network takes transactions and knows its state";
    say(log, "warn", { message: "setting without effect", fields: { reason: text }, text });
  }
  const { port, servicePorts } = server;
  const scheme = schemeOf(tlsCert);
  const faucet = formatUrl({ host, port: servicePorts.faucet ?? port }, scheme);
  const isIndexed = indexedGroups(options, true).length > 0;
  const graphql = isIndexed ? `${formatUrl({ host, port: servicePorts.indexer ?? port }, scheme)}/v1/graphql` : "off";
  const isOwn = people[0]!.isOwn === true;
  const listed = people.slice(0, mostListed);
  const width = Math.max(...listed.map(({ name }) => name.length));
  const keys = listed.map(
    (account) =>
      `          ${account.name.padEnd(width)} ${formatAddress(account.address)}${isOwn ? "" : ` ${formatPrivateKey(account)}`}`,
  );
  if (people.length > mostListed) keys.push(`          … and ${people.length - mostListed} more`);
  const known = isOwn ? "their keys are those you gave" : "everybody knows their private keys";
  say(log, "info", {
    message: "local network",
    // Keys belong to people who look at the start, everybody's though these are; accounts are enough for a log that is kept.
    fields: { faucet, graphql, accounts: people.map(({ address }) => formatAddress(address)) },
    text: [
      ...chainLines(chainId),
      `faucet    ${faucet}`,
      `GraphQL   ${graphql}`,
      fork !== undefined
        ? `accounts  for development only: ${known}; they hold what they hold on the forked network`
        : `accounts  with 1,000,000 coins each, for development only: ${known}`,
      ...keys,
    ],
  });
}

/** The scheme of the API's and the services' URLs. */
const schemeOf = (tlsCert: string | undefined): string => (tlsCert === undefined ? "http" : "https");

/** Says where the ledger is kept, and where the API is. */
export function announceApi(
  log: Logger,
  { listen, tlsCert }: ServingOptions,
  port: number,
  location: StoreLocation,
): void {
  const url = formatUrl({ host: listen.host, port }, schemeOf(tlsCert));
  const data = describeLocation(location);
  say(log, "info", {
    message: "serving",
    fields: { data, api: `${url}/v1`, explorer: `${url}/v1/spec` },
    text: [`data      ${data}`, `API       ${url}/v1`, `explorer  ${url}/v1/spec`],
  });
}

/** The settings that can change while a node runs, and what it reports of its ledger. */
export interface Watched {
  readonly live: LiveSettings;
  /** Called once when the ledger turns out to be no local network's. */
  readonly onOtherLedger: () => void;
}

/** The same with the observers of a node. */
export interface Observed extends Watched {
  readonly observer: NodeObserver | undefined;
}

/** Shows what serves to the observers of the node, and passes on what changes. */
export function show(server: ApiServer, { live, observer }: Pick<Observed, "live" | "observer">): void {
  if (observer !== undefined) observer.server = server;
  live.watch((settings) => server.apply(settings));
}
