export { verifyEd25519 } from "@ledger/vm/ed25519";
export { type AccountProof, accountProofs } from "./authentication/account-proof.ts";
export { type Ed25519Verifier, verifyProof } from "./authentication/verify-proof.ts";
export { BlockError, type BlockErrorCode } from "./block/block-error.ts";
export {
  type BlockBounds,
  type BlockEntry,
  BlockExecutor,
  type BlockInput,
  type BlockOptions,
  type ExecutedBlock,
} from "./block/execute-block.ts";
export { nextBlockTime } from "./block/next-block-time.ts";
export { type EncodedOutput, type Output, outputOf } from "./block/output.ts";
export { recordBlock } from "./block/record.ts";
export type { BlockContext } from "./context/block-context.ts";
export { FailureSources } from "./context/failure-sources.ts";
export { encodedTransaction, receiveSignedTransaction } from "./context/received-transaction.ts";
export type { SigningKey } from "./context/signing-keys.ts";
export type { ExpiringTransaction, RunNotes, TestingRules } from "./context/testing-rules.ts";
export type { Participant, TransactionParts } from "./context/transaction-parts.ts";
export { transactionBounds } from "./context/work-bounds.ts";
export { type BalanceEdit, balanceEdits } from "./edits/balance-edits.ts";
export { featureEdit, resourceEdit } from "./edits/resource-edit.ts";
export { EditError, editChange, type StateEdit } from "./edits/state-edit.ts";
export { executeGenesis, type GenesisCall, GenesisError, type GenesisInput } from "./genesis/execute-genesis.ts";
export { type Framework, type FrameworkPackage, readFramework } from "./genesis/framework.ts";
export {
  coreResourcesAddress,
  type GenesisAccount,
  type GenesisValidator,
  type TestNetworkConfig,
  testNetworkGenesis,
} from "./genesis/test-network.ts";
export {
  defaultMempoolLimits,
  type Insertion,
  Mempool,
  type MempoolLimits,
} from "./mempool/mempool.ts";
export { MempoolError, type MempoolErrorCode } from "./mempool/mempool-error.ts";
export type { PendingTransaction } from "./mempool/pending-transaction.ts";
export { findTransactionIndex, triedIndices } from "./replay/transaction-index.ts";
export { atTime } from "./state/at-time.ts";
export { type BalanceChange, balanceChanges } from "./state/balance-changes.ts";
export type { Change, ChangeKind, ItemKind } from "./state/change.ts";
export { ChangeSet } from "./state/change-set.ts";
export { Overlay, type StateUsage } from "./state/overlay.ts";
export { writeSetOf } from "./state/write-set.ts";
export type { ChargedPart, TransactionObserver } from "./trace/transaction-observer.ts";
export { TransactionTrace, type TransactionTraceOptions } from "./trace/transaction-trace.ts";
export { sequenceNumberOf } from "./transaction/account-creation.ts";
export type { FeeStatement } from "./transaction/epilogue.ts";
export {
  executeUserTransaction,
  validateSignatures,
  validateUserTransaction,
} from "./transaction/execute-user-transaction.ts";
export type { DiscardedTransaction, TransactionOutcome, TransactionOutput } from "./transaction/transaction-outcome.ts";
export type { ExecuteOptions } from "./transaction/transaction-run.ts";
