export { ClientError, type ClientErrorCode } from "./client-error.ts";
export type { Answer, Client, ClientOptions } from "./create-client.ts";
export { createClient } from "./create-client.ts";
export type { Fetch, FetchRequest, FetchResponse, RequestSignal } from "./fetch.ts";
export {
  type FollowKind,
  type FollowOptions,
  follow,
  type StreamBookmark,
  StreamGoneError,
  type StreamItem,
} from "./follow.ts";
export type { StreamFetch, StreamReader, StreamResponse } from "./follow-platform.ts";
export type { LedgerState } from "./ledger-state.ts";
export type { BodyOf, CallInput, OperationId, ReplyOf } from "./operation-types.ts";
export type { ItemOf, PagedOperationId } from "./paged-operations.ts";
export {
  type ClientAnswer,
  type ClientProvider,
  type ClientRequest,
  createProvider,
  type ProviderRequest,
  type ProviderResponse,
} from "./provider.ts";
