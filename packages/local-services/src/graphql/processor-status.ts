import type { LedgerPicture } from "./ledger-picture.ts";
import type { Table } from "./table.ts";
import { formatTimestamp } from "./timestamp.ts";

/** Processors that clients ask for by name. */
const processors = [
  "default_processor",
  "account_restoration_processor",
  "account_transactions_processor",
  "ans_processor",
  "coin_processor",
  "events_processor",
  "fungible_asset_processor",
  "objects_processor",
  "stake_processor",
  "token_processor",
  "token_v2_processor",
  "transaction_metadata_processor",
  "user_transaction_processor",
] as const;

/** How far the indexer is: where the ledger is, because it answers from that. */
export const processorStatus: Table<LedgerPicture> = {
  columns: {
    processor: "String",
    last_success_version: "bigint",
    last_updated: "timestamp",
    last_transaction_timestamp: "timestamp",
  },
  async rows({ summary }) {
    const time = formatTimestamp(summary.timestampUsecs);
    return processors.map((processor) => ({
      processor,
      last_success_version: summary.version,
      last_updated: time,
      last_transaction_timestamp: time,
    }));
  },
};
