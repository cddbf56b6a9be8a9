export type {
  Admission,
  Api,
  ApiOptions,
  ApiRequest,
  ApiResponse,
  ApiRoute,
  CompleteState,
  QueryParameters,
} from "./contract/api.ts";
export { type ApiConfig, defaultApiConfig, type NodeFacts, type PageSize } from "./contract/config.ts";
export {
  ApiError,
  type ApiErrorOptions,
  badRequest,
  errorStatus,
  expectationFailed,
  headersTooLarge,
  hostNotAllowed,
  methodNotAllowed,
  originNotAllowed,
  overloaded,
  payloadTooLarge,
  requestMethodNotAllowed,
  requestTimeout,
  routeNotFound,
  type StatusOf,
  tooManyConnections,
} from "./contract/error.ts";
export type { FailedCall, RequestedCall } from "./contract/failed-call.ts";
export type { Forward, ForwardRequest, ForwardResponse } from "./contract/forward.ts";
export { acceptsEvents, eventsContentType } from "./contract/media-type.ts";
export {
  type ChangingPages,
  changesLedger,
  createChangeRule,
  isLoopbackName,
  type MayChange,
  type NamedHost,
  parseHost,
} from "./contract/page-origin.ts";
export {
  apiRoot,
  createRouteTable,
  decodeSegment,
  type FoundRoute,
  mountPaths,
  type RouteTable,
} from "./contract/route-table.ts";
export type { SignedLedger } from "./contract/signed-ledger.ts";
export type { StreamMark, StreamPage, StreamPlace, StreamQuestion, StreamRequest } from "./contract/stream.ts";
export type { ListAnswer, ListName, ListOrder, ListQuestion, TableLists } from "./contract/table-lists.ts";
export type { TransactionPool } from "./contract/transaction-pool.ts";
export { TooLargeHere, type WorkClass, type WorkPlace } from "./contract/work.ts";
export { createApi } from "./create-api.ts";
export { failureJson } from "./json/code-failure.ts";
export { eventText } from "./stream/frames.ts";
export { unpackStreamPage } from "./stream/pack-page.ts";
export { endIndex, formatMark, isBefore, versionAfter } from "./stream/place.ts";
