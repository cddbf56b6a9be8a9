import { type ApiOptions, createApi, createRouteTable } from "@ledger/api-core";
import { createLocalFaucet, createLocalTables } from "@ledger/local-services";
import type { NetworkEndpoints, NetworkServices } from "./api-fetch.ts";
import type { NetworkClock } from "./clock.ts";
import type { LocalFork } from "./local-fork.ts";
import type { NetworkChain } from "./network-chain.ts";

/** The shape of a network's API. */
export type NetworkApiOptions = Pick<ApiOptions, "config" | "specPage">;

/** The parts that the API and the services of a network are made of. */
export interface EndpointParts extends Pick<NetworkServices, "description" | "verbs"> {
  readonly chain: NetworkChain;
  readonly clock: NetworkClock;
  readonly fork: LocalFork | undefined;
  readonly options: NetworkApiOptions | undefined;
  readonly submit: NonNullable<ApiOptions["pool"]>["submit"];
  /** Why no more blocks are made, if that is so. */
  readonly fault: NonNullable<ApiOptions["fault"]>;
  /** Numbers for the faucet's transactions, none of them twice. */
  readonly nonce: () => bigint;
  /** Gives the faucet of a fork what it is to give. */
  readonly fillFaucet: (amount: bigint) => Promise<void>;
}

/** Makes what answers requests, on the chain as it is now. */
export function openEndpoints(parts: EndpointParts): NetworkEndpoints {
  const { chain, fork, options, submit, nonce, fillFaucet, description, verbs } = parts;
  const { store, vm } = chain;
  const pool: ApiOptions["pool"] = { submit, findPending: async (hash) => chain.findPending(hash) };
  const clock = (): bigint => parts.clock.now();
  const blockClock = (): bigint => parts.clock.ofNextBlock();
  const faucet = createLocalFaucet({
    ...{ pool, nonce },
    clock: blockClock,
    store: { summary: () => store.summary(), readState: (_version, key) => chain.state.get(key) },
    chainId: chain.chainId,
    isFork: chain.isFork,
    prepare: fillFaucet,
  });
  const completeState = fork?.completes(store);
  const { indexer, lists, noteCommit } = createLocalTables({ store, headerPrefixes: options?.config?.headerPrefixes });
  const api = createApi({
    ...options,
    config: { ...options?.config, facts: { store: "memory", isLocalNetwork: true } },
    ...{ store, vm, pool, clock, completeState, lists, blockClock, fault: parts.fault },
    testing: chain.rules,
  });
  return {
    api,
    routes: createRouteTable(api.routes),
    services: { faucet, indexer, description, verbs },
    noteCommit,
  };
}
