import type { LocalNetwork } from "@ledger/devnet";
import type { FeatureChanges } from "@ledger/local-chain";
import { formatAddress } from "@ledger/types";
import { chainLines } from "../config/account-options.ts";
import { formatUrl, type ListenAddress } from "../config/listen-address.ts";
import type { LogEvent } from "../logger.ts";
import type { OpenServers } from "../wiring/open-servers.ts";

const octasPerCoin = 100_000_000n;

/** Most accounts that the banner lists; `GET /v1/-/local` has them all. */
const mostListed = 20;

/** The address at which the official client looks for a local network. */
const usualRoot = "http://127.0.0.1:8080";

/** Facts that a banner tells besides the network and its addresses. */
export interface BannerFacts {
  readonly features: FeatureChanges;
  /** Present if the user has chosen one. */
  readonly chainId: number | undefined;
  readonly impersonatesAll: boolean;
  /** Versions of history that are kept. */
  readonly history: number | "all";
  /** Lines about the key of the verbs. */
  readonly verbKey: readonly string[];
}

/** The text that a person at the terminal copies from: addresses, accounts with their keys, first commands. */
export async function banner(
  net: LocalNetwork,
  { host }: ListenAddress,
  servers: OpenServers,
  { features, chainId, impersonatesAll, verbKey, history }: BannerFacts,
): Promise<LogEvent> {
  const { featureOptionsText, formatPrivateKey } = await import("@ledger/local-chain");
  const { port, servicePorts } = servers;
  const switched = featureOptionsText(features);
  const root = formatUrl({ host, port });
  const faucet = formatUrl({ host, port: servicePorts.faucet ?? port });
  const graphql = `${formatUrl({ host, port: servicePorts.indexer ?? port })}/v1/graphql`;
  const isOwn = net.accounts[0]!.isOwn === true;
  const listed = net.accounts.slice(0, mostListed);
  const width = Math.max(...listed.map(({ name }) => name.length));
  const rest = net.accounts.length - listed.length;
  const balance = formatCoins(net.accounts[0]!.balance);
  const { forkPoint } = net;
  const config =
    root === usualRoot && servicePorts.faucet === 8081
      ? "{ network: Network.LOCAL }"
      : `{ network: Network.CUSTOM, fullnode: "${root}/v1", faucet: "${faucet}", indexer: "${graphql}" }`;
  return {
    message: "devnet",
    fields: {
      api: `${root}/v1`,
      explorer: `${root}/v1/spec`,
      faucet,
      graphql,
      accounts: net.accounts.map(({ address }) => formatAddress(address)),
      history,
      ...(switched !== "" && { features: switched }),
      ...(forkPoint !== undefined && { forkChain: forkPoint.chainId, forkVersion: forkPoint.version }),
    },
    text: [
      `accounts  with ${balance} coins each, for development only: ${isOwn ? "their keys are those you gave" : "everybody knows their private keys"}`,
      ...listed.map(
        (account) =>
          `          ${account.name.padEnd(width)} ${formatAddress(account.address)}${isOwn ? "" : ` ${formatPrivateKey(account)}`}`,
      ),
      ...(rest === 0 ? [] : [`          … and ${rest} more: curl ${root}/v1/-/local`]),
      ...(forkPoint === undefined ? [] : [`fork      of chain ${forkPoint.chainId} at version ${forkPoint.version}`]),
      ...chainLines(chainId),
      ...(switched === "" ? [] : [`features  ${switched}`]),
      ...(impersonatesAll ? ["accounts  every account is impersonated: any key signs for it"] : []),
      `history   ${history === "all" ? "all of it" : `the latest ${history} versions, and what snapshots need: --history`}`,
      `API       ${root}/v1`,
      `explorer  ${root}/v1/spec`,
      `faucet    curl -X POST '${faucet}/mint?address=0xb0b&amount=100000000'`,
      `GraphQL   ${graphql}`,
      `verbs     curl -X POST -H 'content-type: application/json' -d '{"blocks":1}' ${root}/v1/-/local/mine`,
      ...verbKey,
      `client    new Aptos(new AptosConfig(${config}))`,
      `tests     await connectLocalNetwork("${root}")`,
      "ready     the network is in memory: Ctrl-C ends it",
    ],
  };
}

/** Coins with as many decimals as there are. */
function formatCoins(octas: bigint): string {
  const part = `${octas % octasPerCoin}`.padStart(8, "0").replace(/0+$/, "");
  return `${octas / octasPerCoin}${part === "" ? "" : `.${part}`}`;
}
