export {
  decodeStateAnswer,
  encodeStateAnswer,
  type ProvedInfo,
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
export { verifySignedRoot } from "./signed-root.ts";
export { VerificationError, type VerificationErrorOptions, type VerificationStep } from "./verification-error.ts";
export { readTransactionInfo, type TrustedRoot, verifyInfo } from "./verify-info.ts";
export { type StateQuestion, type VerifiedState, verifyState } from "./verify-state.ts";
