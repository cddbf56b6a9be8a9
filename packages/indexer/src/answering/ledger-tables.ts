import { currentAnswers } from "./current-answers.ts";
import { historyAnswers } from "./history-answers.ts";
import { collectionDatas, legacyOwnerships, tokenDatas } from "./legacy-token-views.ts";
import { aptosNames } from "./names-view.ts";
import type { LedgerPicture } from "./picture.ts";
import { activeDelegators, delegatedVoters, delegatorPools } from "./staking-views.ts";
import type { Tables } from "./table.ts";
import { currentTableItems } from "./table-items-view.ts";
import { assetUris, coinBalances, coinInfos, collectionOwnerships, ledgerInfos, processorStatus } from "./views.ts";

/** The tables that tell of the ledger's head alone, and need no index. */
export const headTables: Tables<LedgerPicture> = { processor_status: processorStatus, ledger_infos: ledgerInfos };

/** All tables that a ledger answers, under the names of the public indexer. */
export const ledgerTables: Tables<LedgerPicture> = {
  ...headTables,
  ...currentAnswers,
  current_delegated_voter: delegatedVoters,
  num_active_delegator_per_pool: activeDelegators,
  delegator_distinct_pool: delegatorPools,
  current_table_items: currentTableItems,
  current_aptos_names: aptosNames,
  current_collection_ownership_v2_view: collectionOwnerships,
  current_coin_balances: coinBalances,
  coin_infos: coinInfos,
  current_token_ownerships: legacyOwnerships,
  current_token_datas: tokenDatas,
  current_collection_datas: collectionDatas,
  nft_metadata_crawler_parsed_asset_uris: assetUris,
  ...historyAnswers,
};
