import type { Route } from "../endpoint/route.ts";
import { encodeSubmission } from "./encode-submission.ts";
import { estimateGasPrice } from "./estimate-gas-price.ts";
import { getExecutionByVersion, getExecutionStatus } from "./execution.ts";
import { getAccount } from "./get-account.ts";
import { getAccountBalance } from "./get-account-balance.ts";
import { getAccountModule } from "./get-account-module.ts";
import { getAccountModules } from "./get-account-modules.ts";
import { getAccountResource } from "./get-account-resource.ts";
import { getAccountResources } from "./get-account-resources.ts";
import { getAccountTransactionSummaries } from "./get-account-transaction-summaries.ts";
import { getAccountTransactions } from "./get-account-transactions.ts";
import { getBlockByHeight, getBlockByVersion } from "./get-block.ts";
import { getEventsByCreationNumber } from "./get-events-by-creation-number.ts";
import { getEventsByEventHandle } from "./get-events-by-event-handle.ts";
import { getLedgerInfo } from "./get-ledger-info.ts";
import { getLedgerStep } from "./get-ledger-step.ts";
import { getProofRoots } from "./get-proof-roots.ts";
import { getRawStateValue } from "./get-raw-state-value.ts";
import { getRawTableItem } from "./get-raw-table-item.ts";
import { getStateProof, proveStateKeys } from "./get-state-proof.ts";
import { getStream } from "./get-stream.ts";
import { getTableItem } from "./get-table-item.ts";
import { getTrace } from "./get-trace.ts";
import { getTransactionByHash, waitTransactionByHash } from "./get-transaction-by-hash.ts";
import { getTransactionByVersion } from "./get-transaction-by-version.ts";
import { getTransactionProof } from "./get-transaction-proof.ts";
import { getTransactions } from "./get-transactions.ts";
import { getTransactionsAuxiliaryInfo } from "./get-transactions-auxiliary-info.ts";
import { healthy } from "./healthy.ts";
import { info } from "./info.ts";
import { listEvents } from "./list-events.ts";
import { listTableItems } from "./list-table-items.ts";
import {
  listAccountActivities,
  listAccountAssets,
  listAccountObjects,
  listAccountTokens,
} from "./lists/account-lists.ts";
import { listAssetHolders, listAssets } from "./lists/asset-lists.ts";
import { listCollectionTokens, listTokenHistory } from "./lists/token-lists.ts";
import { proveBalance, proveModule, proveResource, proveTableItem } from "./prove-places.ts";
import { proveSimulation } from "./prove-simulation.ts";
import { proveView } from "./prove-view.ts";
import { simulateSteps } from "./simulate-steps.ts";
import { simulateTransaction } from "./simulate-transaction.ts";
import { submitBatchTransactions } from "./submit-batch-transactions.ts";
import { submitTransaction } from "./submit-transaction.ts";
import { view } from "./view.ts";

export { documentRoutes } from "./documents.ts";

/** Every endpoint that answers from the ledger, with its types. */
export const declaredRoutes = [
  getLedgerInfo,
  healthy,
  info,
  getAccount,
  getAccountResources,
  getAccountResource,
  getAccountModules,
  getAccountModule,
  getAccountBalance,
  getTableItem,
  getRawTableItem,
  listTableItems,
  getRawStateValue,
  encodeSubmission,
  getAccountTransactionSummaries,
  getAccountTransactions,
  getTransactions,
  getTransactionsAuxiliaryInfo,
  getTransactionByHash,
  waitTransactionByHash,
  getTransactionByVersion,
  getBlockByHeight,
  getBlockByVersion,
  getEventsByCreationNumber,
  getEventsByEventHandle,
  listEvents,
  getStream,
  listAssets,
  listAccountAssets,
  listAccountObjects,
  listAccountTokens,
  listAccountActivities,
  listAssetHolders,
  listCollectionTokens,
  listTokenHistory,
  estimateGasPrice,
  submitTransaction,
  submitBatchTransactions,
  simulateTransaction,
  simulateSteps,
  getTrace,
  getExecutionStatus,
  getExecutionByVersion,
  view,
  getStateProof,
  proveStateKeys,
  proveResource,
  proveModule,
  proveBalance,
  proveTableItem,
  proveView,
  proveSimulation,
  getTransactionProof,
  getProofRoots,
  getLedgerStep,
] as const satisfies readonly Route[];

/** Every endpoint that answers from the ledger. */
export const routes: readonly Route[] = declaredRoutes;
