export { BlockFacts, type DecodedRecord } from "./block-facts.ts";
export { CaseError, type CaseErrorCode } from "./case-error.ts";
export { type CaseRead, decodeCase, encodeCase, maxCaseBytes, type ReplayCase } from "./case-file.ts";
export { CaseLedger, CaseRecorder } from "./case-recorder.ts";
export { describeOutcome } from "./describe-outcome.ts";
export type { Difference, GasUse, Refusal, ReplayOutcome } from "./difference.ts";
export {
  type KnownDivergence,
  LedgerReplay,
  type LedgerReplayOptions,
  type ReplayedLedger,
  type ReplayedVersion,
} from "./ledger-replay.ts";
export { type RecordReplay, type RecordToReplay, type ReplayOptions, replayRecord } from "./replay-record.ts";
export type { DifferenceReport, ReplayReport } from "./report.ts";
export { type BelievedUsage, type RangeGrowth, UsageChain } from "./usage-chain.ts";
export type { KnownUsages } from "./usage-count.ts";
