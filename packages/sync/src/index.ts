export {
  BlockAssembler,
  type BlockBounds,
  type BlockPosition,
  defaultBlockBounds,
  type LedgerPosition,
  type VerifiedBlock,
} from "./checks/block-assembler.ts";
export type { BlockStart } from "./checks/block-start.ts";
export type { IngestWarning } from "./checks/ingest-warning.ts";
export { type CheckedPage, checkPage, type UncheckedPage } from "./checks/page.ts";
export type { CheckPool } from "./checks/pages.ts";
export { type CheckedRecord, type CheckOptions, checkRecord, type RecordParts } from "./checks/record.ts";
export { type CopyLedgerOptions, type CopyProgress, type CopyReport, copyLedger } from "./copy/copy-ledger.ts";
export { ingest } from "./ingest/ingest.ts";
export type { IngestOptions } from "./ingest/ingest-options.ts";
export type { LedgerStart, StartLedger } from "./ingest/ledger-start.ts";
export type { IngestProgress, IngestReport } from "./ingest/progress.ts";
export type { FindGroup } from "./lazy/account-keys.ts";
export { type LazyStartOptions, startLazily } from "./lazy/start-lazily.ts";
export { StateCompleter, type StateCompleterOptions } from "./lazy/state-completer.ts";
export { StateUnavailableError } from "./lazy/state-unavailable-error.ts";
export { TreeFollower, type TreeFollowerOptions, type TreeProgress } from "./proofs/tree-follower.ts";
export { SyncError, type SyncErrorCode, type SyncErrorDetails } from "./refusal/sync-error.ts";
export type { Agreement } from "./rest/agreement.ts";
export type { DecodedPage, DecodePage } from "./rest/decode-page.ts";
export type { Pacing } from "./rest/pacing.ts";
export { type RestSource, type RestSourceOptions, restSource } from "./rest/rest-source.ts";
export type { AccountListing, FetchedValue, StateReader, StateRefusal, UpstreamBlock } from "./rest/state-reader.ts";
export type { FollowPhase, FollowStatus, UpstreamEvent } from "./rest/status.ts";
export { concatSources } from "./sources/concat-sources.ts";
export { genesisSource } from "./sources/genesis-source.ts";
export type { HistoryWitness, LedgerSource, RecordsOptions } from "./sources/ledger-source.ts";
export { checkPassedWaypoint, unreachableWaypoint } from "./verify/check-waypoint.ts";
export type { LedgerVerification, VerifyLedgerOptions, VerifyLedgerProgress } from "./verify/ledger-verification.ts";
export { type GenesisReport, verifyGenesis } from "./verify/verify-genesis.ts";
export { verifyLedger } from "./verify/verify-ledger.ts";
export type { WaypointStatus } from "./verify/waypoint-status.ts";
