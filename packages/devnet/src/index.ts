export { type ForkCache, ForkError, type ForkErrorCode, type ForkPoint } from "@ledger/sync/fork";
export type { ClientSettings } from "./network/client-settings.ts";
export type { Moment } from "./network/clock.ts";
export type { ExecutionResult, ResultAbort, ResultEvent } from "./network/execution-result.ts";
export type { LocalForkOptions } from "./network/local-fork.ts";
export {
  type Deployment,
  LocalNetwork,
  type LocalNetworkOptions,
  type Mining,
  type NetworkSnapshot,
  startLocalNetwork,
} from "./network/local-network.ts";
export type { EntryCall, ImpersonatedSender, ViewCall } from "./network/requests.ts";
export { StateFileError } from "./network/state-file.ts";
