import { join } from "node:path";
import { defaultApiConfig } from "@ledger/api-core";
import { mayBeLocal } from "./dependence.ts";
import { formatAddress, isLoopback } from "./listen-address.ts";
import { formatPageMaxima } from "./page-options.ts";
import { pageSizes } from "./page-sizes.ts";
import { publicNetworks } from "./public-networks.ts";
import { bringsBeginning } from "./record-sources.ts";
import { hasWindow } from "./retention-options.ts";
import { type LocalListen, usualAddress } from "./service-addresses.ts";
import type { StartOptions } from "./start-options.ts";

type ValueOf = (options: StartOptions) => string;

/** The network that the options start with an empty folder is this node's own, and no fork. */
const isLocal = (options: StartOptions): boolean => mayBeLocal(options) && options.fork === undefined;

const addressOf =
  (service: keyof LocalListen): ValueOf =>
  (options) => {
    const address = mayBeLocal(options) ? usualAddress(service, options.listen) : undefined;
    return address === undefined ? "off" : formatAddress(address);
  };

/** Values of settings that are not set and follow from the others, as they would be written. */
const heldValues: Readonly<Partial<Record<keyof StartOptions, ValueOf>>> = {
  genesis: (options) => {
    const { network, dataDir } = options;
    if (network !== undefined && !bringsBeginning(options)) return join(dataDir, "genesis.blob");
    return isLocal(options) ? "of the local network" : "none";
  },
  waypoint: ({ network, dataDir, startVersion, backup }) => {
    if (network === undefined || (startVersion !== undefined && backup === undefined)) return "none";
    return publicNetworks[network].waypoint ?? join(dataDir, "waypoint.txt");
  },
  startVersion: ({ role, backup, waypoint, genesis }) => {
    if (role === "api") return "none";
    return backup !== undefined && waypoint !== undefined && genesis === undefined ? "of the waypoint" : "0";
  },
  workload: (options) => (isLocal(options) ? "on" : "off"),
  stateRoots: (options) => (isLocal(options) ? "every_block" : "off"),
  readStore: ({ store }) => store ?? "none",
  waitForVersion: () => "0",
  stateWindow: () => "all",
  ledgerWindow: ({ stateWindow }) => (stateWindow === undefined ? "all" : `${stateWindow}`),
  timeWindow: (options) => (isLocal(options) && !hasWindow(options) ? "1d" : "none"),
  faucetListen: addressOf("faucet"),
  indexerListen: addressOf("indexer"),
  index: (options) => (mayBeLocal(options) ? "all" : "off"),
  forkOffline: () => "off",
  headerPrefix: () => defaultApiConfig.headerPrefixes.join(","),
  maxPage: () => formatPageMaxima(pageSizes({})),
  allowHost: ({ listen }) => (isLoopback(listen.host) ? "loopback names" : "every host"),
  allowOrigin: () => "every origin",
  explorerNode: () => "none",
};

/** The value of a setting that is not set, where it is not its declared default. @param name - attribute name of the option */
export function heldValue(name: string, options: StartOptions): string | undefined {
  return heldValues[name as keyof StartOptions]?.(options);
}
