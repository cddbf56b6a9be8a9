import { type LedgerReader, StoreError } from "@ledger/state-store";
import type { HttpService } from "../http-service.ts";
import {
  accountTransactions,
  assetUris,
  collectionOwnerships,
  currentCollections,
  currentObjects,
  currentTokenOwnerships,
  currentTokens,
  fungibleAssetBalances,
  fungibleAssetMetadata,
} from "./asset-tables.ts";
import { createGraphql } from "./graphql-service.ts";
import { LedgerFacts } from "./ledger-facts.ts";
import type { LedgerPicture } from "./ledger-picture.ts";
import { processorStatus } from "./processor-status.ts";
import type { Tables } from "./table.ts";
import { formatTimestamp } from "./timestamp.ts";

/** The store that the queries of an indexer are answered from. */
export interface LocalIndexerOptions {
  readonly store: LedgerReader;
  /** Receives what went wrong here, for the log. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

const tables: Tables<LedgerPicture> = {
  processor_status: processorStatus,
  current_fungible_asset_balances: fungibleAssetBalances,
  fungible_asset_metadata: fungibleAssetMetadata,
  current_objects: currentObjects,
  current_token_ownerships_v2: currentTokenOwnerships,
  current_token_datas_v2: currentTokens,
  current_collections_v2: currentCollections,
  current_collection_ownership_v2_view: collectionOwnerships,
  nft_metadata_crawler_parsed_asset_uris: assetUris,
  account_transactions: accountTransactions,
};

/** Answers what clients ask of an indexer from the ledger itself, as of its head. */
export function createLocalIndexer({ store, onFault }: LocalIndexerOptions): HttpService {
  const facts = new LedgerFacts(store);
  return createGraphql({
    tables,
    onFault,
    async openLedger() {
      const summary = await store.summary();
      if (summary === undefined) throw new Error("the ledger is empty");
      return {
        summary,
        store,
        async readFacts() {
          await facts.catchUp(summary);
          return facts;
        },
        async timeOf(version) {
          try {
            return formatTimestamp((await store.readBlockByVersion(version)).timestampUsecs);
          } catch (error) {
            if (error instanceof StoreError && error.code === "version_pruned") return null;
            throw error;
          }
        },
      };
    },
  });
}
