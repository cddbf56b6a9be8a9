import type { ListenAddress } from "./listen-address.ts";

/** Addresses that the services of a local network listen on by themselves; absent for none. Plain data: it crosses to processes. */
export interface LocalListen {
  readonly faucet?: ListenAddress | undefined;
  readonly indexer?: ListenAddress | undefined;
}

/** The port of the API at which clients of the family look for a local network, and those of its services. */
const usualPorts = { api: 8080, faucet: 8081, indexer: 8090 } as const;

/** The options that set the addresses. */
export const serviceFlags = { faucet: "--faucet-listen", indexer: "--indexer-listen" } as const;

/** The address where clients look for a service of a local network; `undefined` while the API is not where they look for that. */
export function usualAddress(service: keyof LocalListen, listen: ListenAddress): ListenAddress | undefined {
  return listen.port === usualPorts.api ? { ...listen, port: usualPorts[service] } : undefined;
}
