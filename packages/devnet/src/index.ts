export type { FeatureChanges } from "@ledger/local-chain";
export { type ForkCache, ForkError, type ForkErrorCode, type ForkPoint } from "@ledger/sync/fork";
export type { AddressLike } from "./inputs/address.ts";
export type { Moment } from "./inputs/numbers.ts";
export type { ClientAccount, EarlierAccount, Impersonated, KeyHolder, Sender } from "./inputs/sender.ts";
export type { ImpersonationOptions, Mining } from "./inputs/values.ts";
export { LocalNetwork } from "./local/local-network.ts";
export { type LocalNetworkOptions, startLocalNetwork } from "./local/start-local-network.ts";
export type { ClientSettings } from "./network/client-settings.ts";
export { CodeReport } from "./network/code-report.ts";
export type {
  ExecutionResult,
  ExecutionState,
  ResultAbort,
  ResultBalanceChange,
  ResultCall,
  ResultEvent,
  ResultFailure,
  ResultPlace,
  ResultPrint,
  TraceFormat,
} from "./network/execution-result.ts";
export { GasReport, type GasRow } from "./network/gas-report.ts";
export { loadFixture } from "./network/load-fixture.ts";
export type { LocalForkOptions } from "./network/local-fork.ts";
export type { Network, NetworkSnapshot, NetworkTime } from "./network/network.ts";
export type {
  Deployment,
  EmptyAuthenticator,
  EntryCall,
  ImpersonatedSender,
  PackageMaps,
  ViewCall,
} from "./network/requests.ts";
export { StateFileError } from "./network/state-file.ts";
export { LocalNetworkError, type LocalNetworkErrorCode } from "./refusal/network-error.ts";
export { type ConnectOptions, connectLocalNetwork } from "./verbs/connect.ts";
