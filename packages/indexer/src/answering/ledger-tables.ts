import { currentAnswers } from "./current-answers.ts";
import { historyAnswers } from "./history-answers.ts";
import type { LedgerPicture } from "./picture.ts";
import type { Tables } from "./table.ts";
import { assetUris, coinBalances, coinInfos, collectionOwnerships, ledgerInfos, processorStatus } from "./views.ts";

/** All tables that a ledger answers, under the names of the public indexer. */
export const ledgerTables: Tables<LedgerPicture> = {
  processor_status: processorStatus,
  ledger_infos: ledgerInfos,
  ...currentAnswers,
  current_collection_ownership_v2_view: collectionOwnerships,
  current_coin_balances: coinBalances,
  coin_infos: coinInfos,
  nft_metadata_crawler_parsed_asset_uris: assetUris,
  ...historyAnswers,
};
