export {
  decodeStateAnswer,
  encodeStateAnswer,
  ProvedInfo,
  type StateAnswer,
  type StateAnswerEntry,
} from "./answer.ts";
export {
  type ProvedInfoJson,
  provedInfoToJson,
  readProvedInfoJson,
  readStateAnswerJson,
  type StateAnswerEntryJson,
  type StateAnswerJson,
  stateAnswerToJson,
} from "./answer-json.ts";
export { type AgreementOptions, agreement } from "./fetch/agreement.ts";
export type { NodeAnswer, NodeFetch, NodeReader, NodeRequest, NodeResponse, Reach } from "./fetch/node-reader.ts";
export type { NodeRoot } from "./fetch/node-root.ts";
export { type FirstUseOptions, firstUse, roots } from "./fetch/one-node.ts";
export {
  ProofReader,
  type ProofReaderOptions,
  type ProvedHead,
  type ProvedReads,
  type WitnessRequest,
} from "./fetch/proof-reader.ts";
export type { Trust, VouchedRoot } from "./fetch/trust.ts";
export { type TrustStore, type WaypointOptions, waypoint } from "./fetch/waypoint.ts";
export {
  decodeLedgerStep,
  LedgerStep,
  type LedgerStepJson,
  ledgerStepToJson,
  maxEpochChanges,
} from "./ledger-step.ts";
export { accumulatorRootAfter } from "./root-after.ts";
export { verifySignedRoot } from "./signed-root.ts";
export {
  decodeTransactionAnswer,
  TransactionAnswer,
  type VerifiedTransaction,
  verifyTransaction,
} from "./transaction-answer.ts";
export { VerificationError, type VerificationErrorOptions, type VerificationStep } from "./verification-error.ts";
export { readTransactionInfo, type TrustedRoot, verifyInfo } from "./verify-info.ts";
export { type StateQuestion, type VerifiedState, verifyState } from "./verify-state.ts";
