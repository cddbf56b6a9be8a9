export type { BlockStart } from "./block-start.ts";
export {
  type BlockBounds,
  type BlockPosition,
  Chain,
  type ChainPosition,
  DEFAULT_BLOCK_BOUNDS,
  type VerifiedBlock,
} from "./chain.ts";
export { type CheckedPage, checkPage, type UncheckedPage } from "./checks/check-page.ts";
export { type CheckedRecord, type CheckOptions, checkRecord, type RecordParts } from "./checks/check-record.ts";
export type { CheckPool } from "./checks/page-checks.ts";
export { concatSources } from "./concat-sources.ts";
export { SyncError, type SyncErrorCode, type SyncErrorDetails } from "./error.ts";
export { genesisSource } from "./genesis-source.ts";
export { type IngestOptions, ingest } from "./ingest.ts";
export type { FindGroup } from "./lazy/account-keys.ts";
export { StateCompleter, type StateCompleterOptions } from "./lazy/state-completer.ts";
export { StateUnavailableError } from "./lazy/state-unavailable-error.ts";
export type { IngestProgress, IngestReport, IngestWarning } from "./progress.ts";
export type { DecodedPage, DecodePage } from "./rest/decode-page.ts";
export type { Pacing } from "./rest/pacing.ts";
export { type RestSource, type RestSourceOptions, restSource } from "./rest/rest-source.ts";
export type { AccountListing, FetchedValue, StateReader, StateRefusal, UpstreamBlock } from "./rest/state-reader.ts";
export type { FollowPhase, FollowStatus, UpstreamEvent } from "./rest/status.ts";
export type { LedgerSource } from "./source.ts";
export type { LedgerStart, StartLedger } from "./start/ledger-start.ts";
export { type LazyStartOptions, startLazily } from "./start/start-lazily.ts";
export { type GenesisReport, verifyGenesis } from "./verify-genesis.ts";
export {
  type LedgerVerification,
  type VerifyLedgerOptions,
  type VerifyLedgerProgress,
  verifyLedger,
} from "./verify-ledger.ts";
export type { WaypointStatus } from "./waypoint-check.ts";
