import type { TransactionPool } from "@ledger/api-core";
import type { HttpService, LocalDescriptionOptions } from "@ledger/local-services";
import type { LedgerReader } from "@ledger/state-store";
import type { StateView } from "@ledger/types";
import { createFaultLog } from "../activity/fault-log.ts";
import { formatUrl } from "../config/listen-address.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import type { NodeService } from "../http/serve-services.ts";
import type { Logger } from "../logger.ts";
import type { ThreadQuestion } from "../work/protocol.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";

/** Services of a local network besides the API. */
export interface LocalServices {
  readonly faucet: NodeService;
  /** Answers GraphQL queries; absent where no index is kept. */
  readonly indexer?: NodeService;
  /** Tells what there is. */
  readonly description: NodeService;
}

/** The parts that the services of a local network are made of. */
export interface LocalServicesOptions {
  readonly store: LedgerReader;
  readonly pool: TransactionPool;
  /** Answers the queries; absent where no index is kept. */
  readonly queryThread: LargeAnswerer<ThreadQuestion> | undefined;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  readonly log: Logger;
  /** How many accounts with known keys it tells of; ten when absent. */
  readonly accounts: number | undefined;
  readonly places: Omit<ServicePlaces, "hasIndexer">;
}

/** The ports at which services answer. */
export type LocalPorts = Readonly<Record<keyof LocalListen, number>>;

/** Addresses of the services of a local network. */
export interface ServicePlaces {
  readonly scheme: string;
  /** True where GraphQL is answered. */
  readonly hasIndexer: boolean;
  /** Known once they listen. */
  readonly ports: () => LocalPorts | undefined;
}

/** Makes the services of a local network. */
export async function createLocalServices({
  store,
  pool,
  queryThread,
  clock,
  log,
  accounts,
  places,
}: LocalServicesOptions): Promise<LocalServices> {
  // Other networks do without this code.
  const [{ createLocalFaucet }, { developmentAccounts, localAccounts }] = await Promise.all([
    import("@ledger/local-services"),
    import("@ledger/local-chain"),
  ]);
  const onFault = createFaultLog(log, "faucet");
  const summary = await store.summary();
  // A ledger that makes its own blocks and begins above version 0 is a fork.
  const isFork = summary?.base !== undefined;
  const chainId = summary?.chainId;
  return {
    faucet: createLocalFaucet({ store, pool, clock, chainId, isFork, onFault }),
    ...(queryThread && { indexer: await createIndexerService(queryThread, log) }),
    description: await describeServices(
      { accounts: developmentAccounts(accounts ?? localAccounts.length), state: () => latestStateOf(store) },
      { ...places, hasIndexer: queryThread !== undefined },
    ),
  };
}

/** Makes the service that answers GraphQL queries. */
export async function createIndexerService(
  queryThread: LargeAnswerer<ThreadQuestion>,
  log: Logger,
): Promise<NodeService> {
  const { queryService } = await import("@ledger/local-services");
  const onFault = createFaultLog(log, "indexer");
  return {
    ...queryService,
    async handle({ body }, making) {
      const question = { work: "graphql", body: new Uint8Array(body) } as const;
      const answer = await queryThread.answer(question, making!);
      if (answer.error !== undefined) onFault(answer.error.cause);
      return answer;
    },
  };
}

async function latestStateOf(store: LedgerReader): Promise<StateView> {
  const summary = await store.summary();
  return { get: (key) => (summary === undefined ? undefined : store.readState(summary.version, key)) };
}

/** Makes what tells callers where the services are, by the name that they have reached the node by. */
export async function describeServices(
  network: Omit<LocalDescriptionOptions, "places">,
  { scheme, hasIndexer, ports }: ServicePlaces,
): Promise<HttpService> {
  const { calledHost, createLocalDescription } = await import("@ledger/local-services");
  return createLocalDescription({
    ...network,
    places: (request) => {
      const host = calledHost(request).replace(/^\[|\]$/g, "");
      const used = ports();
      if (used === undefined) return { faucet: null, graphql: null };
      return {
        faucet: formatUrl({ host, port: used.faucet }, scheme),
        graphql: hasIndexer ? `${formatUrl({ host, port: used.indexer }, scheme)}/v1/graphql` : null,
      };
    },
  });
}
