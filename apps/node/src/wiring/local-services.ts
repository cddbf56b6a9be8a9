import type { TransactionPool } from "@ledger/api-core";
import type { HttpService } from "@ledger/devnet/services";
import type { LedgerReader } from "@ledger/state-store";
import type { Logger } from "../logger.ts";

/** What answers on a local network besides the API. */
export interface LocalServices {
  readonly faucet: HttpService;
  /** Answers GraphQL queries. */
  readonly indexer: HttpService;
}

/** Makes the services of a local network. */
export async function createLocalServices(
  store: LedgerReader,
  pool: TransactionPool,
  log: Logger,
): Promise<LocalServices> {
  // Other networks do without this code.
  const { createLocalFaucet, createLocalIndexer } = await import("@ledger/devnet/services");
  const clock = (): bigint => BigInt(Date.now()) * 1000n;
  const onFaultOf = (service: string) => (error: unknown) => log.error({ err: error, service }, "service failed");
  const summary = await store.summary();
  // A ledger that makes its own blocks and begins above version 0 is a fork.
  const forkedChainId = summary?.base && summary.chainId;
  return {
    faucet: createLocalFaucet({ store, pool, clock, forkedChainId, onFault: onFaultOf("faucet") }),
    indexer: createLocalIndexer({ store, onFault: onFaultOf("indexer") }),
  };
}
