import type { Route } from "../contract/route.ts";
import { encodeSubmission } from "./encode-submission.ts";
import { getAccountBalance } from "./get-account-balance.ts";
import { getAccountModules } from "./get-account-modules.ts";
import { getAccountTransactionSummaries } from "./get-account-transaction-summaries.ts";
import { getLedgerInfo } from "./get-ledger-info.ts";
import { getTableItem } from "./get-table-item.ts";
import { healthy } from "./healthy.ts";

export { documentRoutes } from "./documents.ts";

/** Every endpoint that answers from the ledger. */
export const routes: readonly Route[] = [
  getLedgerInfo,
  healthy,
  getAccountModules,
  getAccountBalance,
  getTableItem,
  encodeSubmission,
  getAccountTransactionSummaries,
];
