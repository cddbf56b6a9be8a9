export { ClientError, type ClientErrorCode } from "./client-error.ts";
export type { Answer, Client, ClientOptions } from "./create-client.ts";
export { createClient } from "./create-client.ts";
export type { Fetch, FetchRequest, FetchResponse, RequestSignal } from "./fetch.ts";
export type { LedgerState } from "./ledger-state.ts";
export type { BodyOf, CallInput, ItemOf, OperationId, PagedOperationId, ReplyOf } from "./operation-types.ts";
